import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct EdgesTests {
  /// Red rises by 1/8 a pixel to the right, green by 1/16 a pixel upwards, blue is flat.
  private static let ramp = TestImage.floats(16, 16) { x, y in
    [Float(x) / 8, Float(15 - y) / 16, 0.5, 1]
  }

  @Test func eachComponentHasItsOwnSlope() throws {
    let image = try filtered("CIEdges", ["inputImage": .image(Self.ramp), "inputIntensity": .number(2)])
    expect(try pixel(image, 8, 8), near: [0.5, 0.25, 0, 1])
    #expect(image.extent == Self.ramp.extent)
  }

  @Test func aFlatColourIsBlack() throws {
    let image = try filtered("CIEdges", ["inputImage": .image(flat([0.2, 0.3, 0.4, 0.5], square))])
    expect(try pixel(image, 0, 0), near: [0, 0, 0, 0.5])
  }
}
