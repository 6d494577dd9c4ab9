import ImageCPU
import ImageFilters
import ImageGraph
import Testing

/// The image of a filter of the catalogue; the test fails when there is no such filter or a value is missing.
func filtered(_ name: String, _ values: [String: InputValue] = [:]) throws -> Node {
  let filter = try #require(Catalogue.filter(named: name))
  return try #require(try filter.image(from: values))
}

/// A rectangle of one colour: premultiplied, linear.
func flat(_ color: SIMD4<Float>, _ rect: UserRect) -> Node {
  Node.generated(by: .constant, color).cropped(to: rect)
}

/// One pixel of a recipe, by its lower left corner.
func pixel(_ image: Node, _ x: Double, _ y: Double) throws -> SIMD4<Float> {
  let picture = try ReferenceRenderer().render(image, UserRect(x: x, y: y, width: 1, height: 1))
  return withExtendedLifetime(picture) { picture.pixels[0] }
}

func expect(
  _ actual: SIMD4<Float>, near expected: SIMD4<Float>, within allowed: Float = 1e-5,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let off = (actual - expected).max() - min(0, (actual - expected).min())
  #expect(off <= allowed, "got \(actual), expected \(expected)", sourceLocation: sourceLocation)
}

/// The message of the error that `body` throws; empty when it throws none.
func message(_ body: () throws -> Void) -> String {
  do { try body() } catch { return "\(error)" }
  return ""
}

extension ColorFormula {
  /// The Swift twin on one pixel.
  func value(_ colors: SIMD4<Float>..., with arguments: any FormulaArgument...) -> SIMD4<Float> {
    body(arguments.map(\.argument))(colors.map { Color(repeating: $0) }, Point(Lane(), Lane()))[0]
  }
}

let square = UserRect(x: 0, y: 0, width: 10, height: 10)

/// The extent of a composite of a square with one that lies half a square further right.
func compositeExtent(_ name: String) throws -> Extent {
  try filtered(
    name,
    [
      "inputImage": .image(flat([1, 1, 1, 1], square)),
      "inputBackgroundImage": .image(flat([0, 0, 0, 1], square.offset(by: [5, 0]))),
    ]
  ).extent
}
