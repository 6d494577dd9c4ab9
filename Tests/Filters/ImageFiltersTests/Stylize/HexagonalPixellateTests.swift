import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct HexagonalPixellateTests {
  func mosaic(_ image: Node, _ center: [Double], _ scale: Double) throws -> Node {
    try filtered(
      "CIHexagonalPixellate",
      ["inputImage": .image(image), "inputCenter": .vector(center), "inputScale": .number(scale)])
  }

  @Test func rowsAreMovedByHalfACell() {
    func source(_ x: Float, _ y: Float) -> SIMD2<Float> {
      HexagonalPixellate.formula.source(x, y, SIMD2<Float>(3, 0), Float(10))
    }
    expect(source(3, 0), at: [3, 0])
    expect(source(7.9, 0), at: [3, 0])
    expect(source(8.1, 0), at: [13, 0])
    // Rows are 8.66 apart; the upper corner of a cell is 5.77 above its middle.
    expect(source(8, 8.66), at: [8, 8.660254])
    expect(source(3, 17.32), at: [3, 17.320508])
    expect(source(3, 5.7), at: [3, 0])
  }

  @Test func aCellHasTheColourInItsMiddle() throws {
    let source = TestImage.smooth(60, 52)
    let image = try mosaic(source, [30.5, 26.5], 10)
    expect(try pixel(image, 27, 24), near: try pixel(source, 30, 26))
    expect(try pixel(image, 30, 31), near: try pixel(source, 30, 26))
  }

  @Test func aColourStaysInside() throws {
    let image = try mosaic(flat([0.2, 0.4, 0.8, 1], UserRect(x: 0, y: 0, width: 60, height: 60)), [11, 7], 8)
    expect(try pixel(image, 30, 31), near: [0.2, 0.4, 0.8, 1])
    #expect(image.extent == .finite(UserRect(x: -8, y: -10, width: 76, height: 80)))
  }

  @Test func cellsAreFinite() {
    #expect(message { _ = try mosaic(flat(.one, square), [0, 0], .infinity) }.contains("inputScale"))
  }
}
