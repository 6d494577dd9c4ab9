import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct BokehBlurTests {
  func blurred(_ radius: Double, ring: Double, size: Double) throws -> Node {
    try filtered(
      "CIBokehBlur",
      [
        "inputImage": .image(TestImage.point(1)), "inputRadius": .number(radius), "inputRingAmount": .number(ring),
        "inputRingSize": .number(size), "inputSoftness": .number(0),
      ])
  }

  @Test func withoutARingItIsADisc() throws {
    let image = try blurred(20, ring: 0, size: 0.2)
    expect(try pixel(image, 0, 0), near: try pixel(image, 15, 0))
    // π times 19 squared pixels.
    expect(try pixel(image, 5, 5), near: SIMD4(repeating: 1 / 1134.1), within: 1e-5)
  }

  @Test func theRingIsBrighterByItsAmount() throws {
    let image = try blurred(20, ring: 1, size: 0.2)
    let (inside, ring) = (try pixel(image, 3, 3).x, try pixel(image, 17, 0).x)
    #expect(abs(ring / inside - 2) < 0.02)
  }

  @Test func aRingOfTheWholeRadiusIsTheDisc() throws {
    let image = try blurred(20, ring: 1, size: 7)
    expect(try pixel(image, 0, 3), near: try pixel(image, 15, 0))
  }
}
