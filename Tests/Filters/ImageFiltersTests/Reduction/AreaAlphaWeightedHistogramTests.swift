import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaAlphaWeightedHistogramTests {
  private func histogram(_ color: SIMD4<Float>, scale: Double = 1, bins: Double = 4) throws -> Node {
    try filtered(
      "CIAreaAlphaWeightedHistogram",
      [
        "inputImage": .image(flat(color, square)), "inputExtent": .vector([0, 0, 10, 10]), "inputCount": .number(bins),
        "inputScale": .number(scale),
      ])
  }

  @Test func pixelsCountByTheirAlphaAndStraightColour() throws {
    // Straight 0.3, 0.5 and 1 with alpha 51/255 = 0.2.
    let image = try histogram([0.06, 0.1, 0.2, 0.2], scale: 2)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 4, height: 1)))
    expect(try pixel(image, 0, 0), near: [0, 0, 0, 1])
    expect(try pixel(image, 1, 0), near: [0.4, 0, 0, 1])
    expect(try pixel(image, 2, 0), near: [0, 0.4, 0, 1])
    expect(try pixel(image, 3, 0), near: [0, 0, 0.4, 1])
  }

  @Test func clearPixelsDoNotCount() throws {
    let image = try histogram(.zero)
    for x in 0..<4 { expect(try pixel(image, Double(x), 0), near: [0, 0, 0, 1]) }
  }

  @Test func opaqueImagesHaveThePlainHistogram() throws {
    let image = try histogram([0.1, 0.6, 2, 1])
    expect(try pixel(image, 0, 0), near: [1, 0, 0, 1])
    expect(try pixel(image, 2, 0), near: [0, 1, 0, 1])
    expect(try pixel(image, 3, 0), near: [0, 0, 1, 1])
  }

  @Test func aNumberOfBinsOutOfRangeIsAnError() {
    for bins in [0.0, 2049] {
      #expect(message { _ = try histogram(.one, bins: bins) }.contains("inputCount"))
    }
  }
}
