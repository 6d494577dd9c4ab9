import ImageGraph

/// CIDistanceGradientFromRedMask: how far each pixel is from a mask.
///
/// Formula: c′(p) = {min({min}_{q ∈ mask} |p - q|, d)}/d
package enum DistanceGradientFromRedMask {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let maximumDistance = Parameter<Float>(
    "inputMaximumDistance", type: .distance, default: 10, min: 0, max: 1000, slider: 1...100, unit: .pixels)

  static let filter = Filter(
    "CIDistanceGradientFromRedMask", displayName: "Distance Gradient From Red Mask",
    summary: "Distance of each pixel to a mask, scaled by a maximum.",
    categories: [.builtIn, .gradient, .stillImage, .video], since: "macOS 15.0 / iOS 18 / tvOS 18",
    parameters: [image, maximumDistance], formulas: [.region(DistanceToMask.columns), .region(DistanceToMask.rows)]
  ) { (inputs) throws(RenderError) in
    try DistanceToMask.image(
      inputs[image], most: inputs[maximumDistance], isSigned: false, filter: "CIDistanceGradientFromRedMask")
  }
}
