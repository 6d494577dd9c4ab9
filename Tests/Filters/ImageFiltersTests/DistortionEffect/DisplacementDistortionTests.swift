import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct DisplacementDistortionTests {
  private func displaced(by color: SIMD4<Float>, _ scale: Double = 4) throws -> Node {
    let coordinates = TestImage.floats(20, 20) { x, y in [Float(x), Float(19 - y), 0, 1] }
    return try filtered(
      "CIDisplacementDistortion",
      [
        "inputImage": .image(coordinates),
        "inputDisplacementImage": .image(flat(color, UserRect(x: 0, y: 0, width: 15, height: 20))),
        "inputScale": .number(scale),
      ])
  }

  @Test func redMovesAlongXAndGreenAlongY() throws {
    expect(try pixel(try displaced(by: [1, 0, 0, 1]), 7, 9), near: [9, 7, 0, 1])
    // Half a pixel: the mean of two.
    expect(try pixel(try displaced(by: [0.625, 0.5, 0, 1]), 7, 9), near: [7.5, 9, 0, 1])
  }

  @Test func straightColourCounts() throws {
    expect(try pixel(try displaced(by: [0.5, 0, 0, 0.5]), 7, 9), near: [9, 7, 0, 1])
  }

  @Test func mediumGreyAndClearPixelsMoveNothing() throws {
    let image = try displaced(by: [0.5, 0.5, 0.5, 1])
    expect(try pixel(image, 7, 9), near: [7, 9, 0, 1])
    expect(try pixel(try displaced(by: [1, 0, 0, 1]), 17, 9), near: [17, 9, 0, 1])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 20, height: 20)))
  }
}
