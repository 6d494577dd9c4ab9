import ImageGraph

/// CICrop: cuts the image to a rectangle; clear outside.
///
/// Formula: c′(p) = c(p) " if " p ∈ R, " else " 0
///
/// Source: Core Image's filter reference.
enum Crop {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let rectangle = Parameter<UserRect>(
    "inputRectangle", type: .rectangle, default: .infinite, identity: .infinite)

  static let filter = Filter(
    "CICrop", displayName: "Crop", summary: "Cuts the image to a rectangle.",
    categories: [.builtIn, .geometryAdjustment, .highDynamicRange, .stillImage, .video],
    since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: nil, parameters: [image, rectangle]
  ) { inputs in
    inputs[image].cropped(to: Extent(inputs[rectangle]))
  }
}
