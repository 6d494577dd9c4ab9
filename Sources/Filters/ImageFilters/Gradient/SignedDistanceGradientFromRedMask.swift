/// CISignedDistanceGradientFromRedMask: the distance of each pixel from the edge of a mask, inside and outside.
///
/// Formula: c′(p) = {s(p)}/d, s = ± {min}_{q ∈ edge} |p - q|, " negative inside"
package enum SignedDistanceGradientFromRedMask {
  static let filter = Filter(
    "CISignedDistanceGradientFromRedMask", summary: "Signed distance to the edge of a mask, scaled by a maximum.",
    categories: .usual(.gradient), since: "macOS 26.0 / iOS 26.0 / tvOS 26.0 (attributes report 16.0 / 19)",
    parameters: [.inputImage, .maximumDistance],
    formulas: [.region(DistanceToMask.runs), .region(DistanceToMask.columns), .region(DistanceToMask.rows)],
    example: ["inputMaximumDistance": 60, "inputImage": .image(.shape)]
  ) { (inputs) throws(RenderError) in
    try DistanceToMask.image(
      inputs.image, most: inputs[.maximumDistance], isSigned: true, filter: "CISignedDistanceGradientFromRedMask")
  }
}
