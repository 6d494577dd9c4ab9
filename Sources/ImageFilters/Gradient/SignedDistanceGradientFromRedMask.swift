import ImageGraph

/// CISignedDistanceGradientFromRedMask: how far each pixel is from the edge of a mask, inside and outside.
///
/// Formula: c′(p) = {s(p)}/d, s = ± {min}_{q ∈ edge} |p - q|, " negative inside"
package enum SignedDistanceGradientFromRedMask {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let maximumDistance = Parameter<Float>(
    "inputMaximumDistance", type: .distance, default: 10, min: 0, max: 1000, slider: 1...100, unit: .pixels)

  static let filter = Filter(
    "CISignedDistanceGradientFromRedMask", displayName: "Signed Distance Gradient From Red Mask",
    summary: "Signed distance to the edge of a mask, scaled by a maximum.",
    categories: [.builtIn, .gradient, .stillImage, .video],
    since: "macOS 26.0 / iOS 26.0 / tvOS 26.0 (attributes report 16.0 / 19)",
    parameters: [image, maximumDistance], formulas: [.region(DistanceToMask.columns), .region(DistanceToMask.rows)]
  ) { (inputs) throws(RenderError) in
    try DistanceToMask.image(
      inputs[image], most: inputs[maximumDistance], isSigned: true, filter: "CISignedDistanceGradientFromRedMask")
  }
}
