import ImageFilters
import ImageGraph
import Testing

@Suite struct ConstantColorGeneratorTests {
  @Test func isPremultipliedLinearLightEverywhere() throws {
    let image = try filtered("CIConstantColorGenerator", ["inputColor": .color(ColorValue(1, 0.5, 0, 0.5))])
    #expect(image.extent == .infinite)
    // sRGB 0.5 is 0.21404 of light.
    expect(try pixel(image, -1000, 1000), near: [0.5, 0.10702, 0, 0.5])
  }
}
