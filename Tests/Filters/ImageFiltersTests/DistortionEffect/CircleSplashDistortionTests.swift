import ImageFilters
import ImageGraph
import Testing

@Suite struct CircleSplashDistortionTests {
  @Test func beyondTheRimItsColourGoesOn() throws {
    let image = try filtered(
      "CICircleSplashDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(3)])
    #expect(image.extent == .infinite)
    expect(try pixel(image, 400, 300), near: .one)
    expect(try pixel(image, 5, 5), near: .one)
  }
}
