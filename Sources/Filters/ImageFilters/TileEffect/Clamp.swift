/// CIClamp: repeats the pixels at the edge of a rectangle without end.
///
/// Formula: source(p) = clamp(p, R)
///
/// Source: Core Image's filter reference.
enum Clamp {
  static let filter = Filter(
    "CIClamp", summary: "Repeats the pixels at the edge of a rectangle for ever.", categories: .extended(.tileEffect),
    since: "macOS 10.12 / iOS 10 / tvOS 10", builtin: nil, parameters: [.inputImage, .extent],
    example: ["inputExtent": .coordinates([75, 75, 150, 150])]
  ) { (inputs) throws(RenderError) in
    switch Extent(inputs[.extent]) {
    case .infinite: return inputs.image
    case .finite(let rect): return inputs.image.clamped(to: rect)
    case .empty:
      throw .invalidArgument(
        "CIClamp: inputExtent is empty; give the rectangle whose edge pixels are to be repeated")
    }
  }
}
