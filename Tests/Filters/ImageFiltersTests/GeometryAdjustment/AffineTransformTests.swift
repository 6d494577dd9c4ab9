import ImageFilters
import ImageGraph
import Testing

@Suite struct AffineTransformTests {
  func moved(_ map: AffineMap) throws -> Node {
    try filtered(
      "CIAffineTransform", ["inputImage": .image(flat([1, 1, 1, 1], square)), "inputTransform": .transform(map)])
  }

  @Test func theExtentIsTheBoundingBox() throws {
    #expect(try moved(.scale(2, 3)).extent == .finite(UserRect(x: 0, y: 0, width: 20, height: 30)))
    let quarter = AffineMap(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
    #expect(try moved(quarter).extent == .finite(UserRect(x: -10, y: 0, width: 10, height: 10)))
  }

  @Test func aTransformThatFlattensSaysSo() {
    let text = message { _ = try moved(.scale(1, 0)) }
    #expect(text.contains("CIAffineTransform") && text.contains("inputTransform"))
  }
}
