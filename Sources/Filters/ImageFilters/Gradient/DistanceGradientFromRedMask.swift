/// CIDistanceGradientFromRedMask: the distance of each pixel from a mask.
///
/// Formula: c′(p) = {min({min}_{q ∈ mask} |p - q|, d)}/d
package enum DistanceGradientFromRedMask {
  static let filter = Filter(
    "CIDistanceGradientFromRedMask", summary: "Distance of each pixel to a mask, scaled by a maximum.",
    categories: .usual(.gradient), since: "macOS 15.0 / iOS 18 / tvOS 18", parameters: [.inputImage, .maximumDistance],
    formulas: [.region(DistanceToMask.runs), .region(DistanceToMask.columns), .region(DistanceToMask.rows)],
    example: ["inputMaximumDistance": 60, "inputImage": .image(.shape)]
  ) { (inputs) throws(RenderError) in
    try DistanceToMask.image(
      inputs.image, most: inputs[.maximumDistance], isSigned: false, filter: "CIDistanceGradientFromRedMask")
  }
}
