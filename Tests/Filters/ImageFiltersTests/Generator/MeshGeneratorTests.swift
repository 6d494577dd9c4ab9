import ImageFilters
import ImageGraph
import Testing

@Suite struct MeshGeneratorTests {
  private func mesh(_ lines: [[Double]], width: Double = 1, color: ColorValue = .white) throws -> Node {
    try filtered(
      "CIMeshGenerator", ["inputMesh": .vectors(lines), "inputWidth": .number(width), "inputColor": .color(color)])
  }

  @Test func aLineAlongPixelsCoversThem() throws {
    // Through the centres of the pixels from (5, 7) to (15, 7).
    let image = try mesh([[5.5, 7.5, 15.5, 7.5]], color: ColorValue(1, 0, 0, 0.5))
    expect(try pixel(image, 5, 7), near: [0.5, 0, 0, 0.5])
    expect(try pixel(image, 15, 7), near: [0.5, 0, 0, 0.5])
    expect(try pixel(image, 10, 8), near: .zero)
    expect(try pixel(image, 17, 7), near: .zero)
  }

  /// Between two rows of pixels a line of two covers both, and half of none.
  @Test func wideLinesCoverByTheirDistance() throws {
    let image = try mesh([[0, 10, 20, 10]], width: 2)
    expect(try pixel(image, 10, 9), near: .one)
    expect(try pixel(image, 10, 10), near: .one)
    expect(try pixel(image, 10, 11), near: .zero)
    let wider = try mesh([[0, 10, 20, 10]], width: 2.8)
    expect(try pixel(wider, 10, 11), near: SIMD4(repeating: 0.4), within: 1 / 255)
  }

  @Test func diagonalsAndPointsAreDrawn() throws {
    let image = try mesh([[0.5, 0.5, 20.5, 20.5], [40.5, 3.5, 40.5, 3.5]], width: 1.5)
    for step in [0.0, 7, 20] { expect(try pixel(image, step, step), near: .one) }
    expect(try pixel(image, 40, 3), near: .one)
    expect(try pixel(image, 20, 0), near: .zero)
  }

  @Test func theExtentIsTheBoxOfTheLinesGrownByTheWidth() throws {
    let image = try mesh([[-5, 7, 15, 7], [0, 20, 3, 4]], width: 2)
    #expect(image.extent == .finite(UserRect(x: -7, y: 2, width: 24, height: 20)))
  }

  @Test func nothingToDrawIsEmpty() throws {
    #expect(try mesh([]).extent == .empty)
    #expect(try mesh([[0, 0, 5, 5]], width: 0).extent == .empty)
  }

  @Test func whatIsNoLineIsAnError() {
    for lines in [[[0, 0, 1]], [[0, 0, 1, .nan]], [[0, 0, .infinity, 1]]] {
      #expect(message { _ = try mesh(lines) }.contains("inputMesh"))
    }
    #expect(message { _ = try mesh([[0, 0, 1e9, 1e9]]) }.contains("allowed"))
    #expect(message { _ = try mesh([[0, 0, 1e300, -1e300]]) }.contains("CIMeshGenerator"))
  }
}
