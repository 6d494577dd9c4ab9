import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct GlassDistortionTests {
  private func distorted(_ texture: Node, scale: Double = 80) throws -> Node {
    let coordinates = TestImage.floats(40, 40) { x, y in [Float(x), Float(39 - y), 0, 1] }
    return try filtered(
      "CIGlassDistortion",
      [
        "inputImage": .image(coordinates), "inputTexture": .image(texture), "inputCenter": .vector([20, 20]),
        "inputScale": .number(scale),
      ])
  }

  /// A wedge of glass that gains a fortieth of luma from pixel to pixel.
  @Test func aWedgeMovesEverythingAlike() throws {
    let wedge = TestImage.floats(40, 40) { x, _ in SIMD4(Float(x) / 40, Float(x) / 40, Float(x) / 40, 1) }
    let image = try distorted(wedge)
    expect(try pixel(image, 11, 9), near: [13, 9, 0, 1], within: 1e-3)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 40, height: 40)))
  }

  @Test func evenGlassMovesNothing() throws {
    let image = try distorted(flat([0.3, 0.6, 0.2, 1], UserRect(x: 0, y: 0, width: 7, height: 5)))
    expect(try pixel(image, 11, 9), near: [11, 9, 0, 1])
  }

  @Test func scaleZeroIsTheImage() throws {
    let input = flat(.one, square)
    let image = try filtered(
      "CIGlassDistortion", ["inputImage": .image(input), "inputTexture": .image(input), "inputScale": .number(0)])
    #expect(image === input)
  }
}
