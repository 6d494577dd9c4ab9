import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaBoundsRedTests {
  private func box(_ source: Node, _ rect: [Double]) throws -> SIMD4<Float> {
    let image = try filtered("CIAreaBoundsRed", ["inputImage": .image(source), "inputExtent": .vector(rect)])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 1, height: 1)))
    return try pixel(image, 0, 0)
  }

  /// From (30, 20) on 40 x 10 pixels of 100 x 80.
  @Test func isTheBoxAsSharesOfTheRectangle() throws {
    let image = Node.combined(
      [
        flat([0.001, 0, 0, 1], UserRect(x: 30, y: 20, width: 40, height: 10)),
        flat([0, 1, 1, 1], UserRect(x: 0, y: 0, width: 100, height: 80)),
      ], by: SourceOverCompositing.formula, extent: .union)
    expect(try box(image, [0, 0, 100, 80]), near: [0.3, 0.25, 0.4, 0.125], within: 1e-5)
    expect(try box(image, [50, 0, 100, 40]), near: [0, 0.5, 0.2, 0.25], within: 1e-5)
  }

  @Test func withoutRedTheBoxIsNothing() throws {
    #expect(try box(flat([0, 1, 1, 1], square), [0, 0, 10, 10]) == .zero)
  }
}
