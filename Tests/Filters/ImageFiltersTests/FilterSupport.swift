import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

/// Returns the image of a filter of the catalogue. The test fails if there is no such filter or a value is missing.
func filtered(_ name: String, _ values: [String: InputValue] = [:]) throws -> Node {
  let filter = try #require(Catalogue.filter(named: name))
  return try #require(try filter.image(from: values))
}

/// Returns a rectangle of one colour: premultiplied, linear.
func flat(_ color: SIMD4<Float>, _ rect: UserRect) -> Node {
  Node.generated(by: .constant, color).cropped(to: rect)
}

/// Renders a pixel of a recipe, by its lower left corner.
func pixel(_ image: Node, _ x: Double, _ y: Double) throws -> SIMD4<Float> {
  let source = try ReferenceRenderer().render(image, UserRect(x: x, y: y, width: 1, height: 1))
  return withExtendedLifetime(source) { source.pixels[0] }
}

/// Renders the pixels of a region of a recipe, rows from the top.
func pixels(_ image: Node, _ region: UserRect) throws -> [SIMD4<Float>] {
  let source = try ReferenceRenderer().render(image, region)
  return withExtendedLifetime(source) { Array(source.pixels) }
}

/// Returns noise in all components, clear outside.
func noise(_ rect: UserRect) throws -> Node { try filtered("CIRandomGenerator").cropped(to: rect) }

/// Renders a pixel as a context does, colour managed.
func finalPixel(_ image: Node, _ x: Double, _ y: Double) throws -> SIMD4<Float> {
  let source = try renderReference(image, UserRect(x: x, y: y, width: 1, height: 1))
  return withExtendedLifetime(source) { source.pixels[0] }
}

/// Returns a photo effect's result for an opaque colour; both sRGB-encoded, 255 is white.
func photoEffect(_ name: String, of color: SIMD3<Float>) throws -> SIMD3<Float> {
  func light(_ c: Float) -> Float { Float(linearFromSRGB(Double(c) / 255)) }
  func coded(_ c: Float) -> Float { Float(sRGBFromLinear(Double(c)) * 255) }
  let image = try filtered(
    name, ["inputImage": .image(flat([light(color.x), light(color.y), light(color.z), 1], square))])
  let made = try pixel(image, 3, 3)
  return [coded(made.x), coded(made.y), coded(made.z)]
}

/// Fails if a photo effect's result for a colour differs from Core Image's.
func expectPhotoEffect(
  _ name: String, makes pairs: [(SIMD3<Float>, SIMD3<Float>)], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for (color, expected) in pairs {
    let made = try photoEffect(name, of: color)
    #expect(
      (0..<3).allSatisfy { abs(made[$0] - expected[$0]) <= 4.5 }, "\(color) became \(made), not \(expected)",
      sourceLocation: sourceLocation)
  }
}

/// The identity table: two colours along each side of a cube.
let identityCube: [Float] = [
  0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1,
]

/// Returns floats as data, for tables.
func cube(_ numbers: [Float]) -> Data { numbers.withUnsafeBytes { Data($0) } }

/// Fails if a component differs by more than `allowed`, or is NaN.
func expect(
  _ actual: SIMD4<Float>, near expected: SIMD4<Float>, within allowed: Float = 1e-5,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  // Component by component: the maximum of several numbers ignores NaN.
  let isNear = (0..<4).allSatisfy { abs(actual[$0] - expected[$0]) <= allowed }
  #expect(isNear, "got \(actual), expected \(expected)", sourceLocation: sourceLocation)
}

/// Returns the message of the error that `body` throws; empty if it throws none.
func message(_ body: () throws -> Void) -> String {
  do { try body() } catch { return "\(error)" }
  return ""
}

extension ColorFormula {
  /// Returns the result of the Swift twin for one pixel.
  func value(_ colors: SIMD4<Float>..., with arguments: any FormulaArgument...) -> SIMD4<Float> {
    body(arguments.map(\.argument))(colors.map { Color(repeating: $0) }, Point(Lane(), Lane()))[0]
  }
}

let square = UserRect(x: 0, y: 0, width: 10, height: 10)

/// Returns the extent of a composite of a square and another one, half a square further right.
func compositeExtent(_ name: String) throws -> Extent {
  try filtered(
    name,
    [
      "inputImage": .image(flat([1, 1, 1, 1], square)),
      "inputBackgroundImage": .image(flat([0, 0, 0, 1], square.offset(by: [5, 0]))),
    ]
  ).extent
}
