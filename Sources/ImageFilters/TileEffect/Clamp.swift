import ImageGraph

/// CIClamp: repeats the pixels at the edge of a rectangle for ever.
///
/// Formula: source(p) = clamp(p, R)
///
/// Source: Core Image's filter reference.
enum Clamp {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let extent = Parameter<UserRect>(
    "inputExtent", type: .rectangle, default: UserRect(x: 0, y: 0, width: 0, height: 0))

  static let filter = Filter(
    "CIClamp", displayName: "Clamp", summary: "Repeats the pixels at the edge of a rectangle for ever.",
    categories: [.builtIn, .highDynamicRange, .stillImage, .tileEffect, .video],
    since: "macOS 10.12 / iOS 10 / tvOS 10", builtin: nil, parameters: [image, extent]
  ) { (inputs) throws(RenderError) in
    switch Extent(inputs[extent]) {
    case .infinite: return inputs[image]
    case .finite(let rect): return inputs[image].clamped(to: rect)
    case .empty:
      throw .invalidArgument(
        "CIClamp: inputExtent has no inside; give the rectangle whose edge pixels are to be repeated")
    }
  }
}
