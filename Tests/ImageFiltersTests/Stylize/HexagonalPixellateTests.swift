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

  @Test func rowsAreMovedByHalfACell() throws {
    func number(_ x: Float, _ y: Float) -> SIMD2<Float> { HexagonalPixellate.cell([x, y], 10) }
    #expect(number(0, 0) == [0, 0] && number(4.9, 0) == [0, 0] && number(5.1, 0) == [1, 0])
    #expect(number(5, 8.66) == [0, 1] && number(0, 17.32) == [0, 2])
    // The upper corner of a cell is 5.77 above its middle.
    #expect(number(0, 5.7) == [0, 0])
  }

  @Test func aCellHasOneColourAndTheMeanOfAllStays() throws {
    let image = try mosaic(TestImage.smooth(60, 52), [30, 26], 10)
    // The cell about the centre is symmetrical, and so is the ramp of red.
    expect(try pixel(image, 30, 26), near: try pixel(image, 27, 24))
    expect(SIMD4(repeating: try pixel(image, 30, 26).x), near: SIMD4(repeating: 0.5), within: 0.01)
  }

  @Test func aColourStaysInside() throws {
    let image = try mosaic(flat([0.2, 0.4, 0.8, 1], UserRect(x: 0, y: 0, width: 60, height: 60)), [11, 7], 8)
    expect(try pixel(image, 30, 31), near: [0.2, 0.4, 0.8, 1])
    #expect(image.extent == .finite(UserRect(x: -8, y: -10, width: 76, height: 80)))
  }

  @Test func hugeCellsAreRefused() {
    #expect(message { _ = try mosaic(flat(.one, square), [0, 0], 1e5) }.contains("inputScale"))
  }
}
