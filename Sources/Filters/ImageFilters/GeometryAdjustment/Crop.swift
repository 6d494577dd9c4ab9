/// CICrop: crops the image to a rectangle; clear outside.
///
/// Formula: c′(p) = c(p) " if " p ∈ R, " else " 0
///
/// Source: Core Image's filter reference.
enum Crop {
  static let rectangle = Parameter<UserRect>(
    "inputRectangle", type: .rectangle, default: .infinite, identity: .infinite)

  static let filter = Filter(
    "CICrop", summary: "Cuts the image to a rectangle.", categories: .extended(.geometryAdjustment),
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: nil, parameters: [.inputImage, rectangle],
    example: ["inputRectangle": .coordinates([60, 40, 180, 200])]
  ) { inputs in
    inputs.image.cropped(to: Extent(inputs[rectangle]))
  }
}
