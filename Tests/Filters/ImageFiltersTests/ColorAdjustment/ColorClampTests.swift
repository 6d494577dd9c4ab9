import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorClampTests {
  @Test func limitsEachComponent() {
    let (low, high): (SIMD4<Float>, SIMD4<Float>) = ([0.25, 0, 0, 0], [1, 0.5, 1, 1])
    #expect(ColorClamp.formula.value([-1, 0.75, 2, 1], with: low, high) == [0.25, 0.5, 1, 1])
  }

  @Test func worksOnStraightColour() {
    let (low, high): (SIMD4<Float>, SIMD4<Float>) = (.zero, [0.5, 1, 1, 1])
    // Straight red 1 becomes 0.5, times alpha 0.5.
    #expect(ColorClamp.formula.value([0.5, 0.25, 0, 0.5], with: low, high) == [0.25, 0.25, 0, 0.5])
  }

  @Test func aLowerLimitOfAlphaMakesTheImageInfinite() throws {
    let image = try filtered(
      "CIColorClamp", ["inputImage": .image(flat(.zero, square)), "inputMinComponents": .vector([0, 1, 0, 1])])
    #expect(image.extent == .infinite)
    expect(try pixel(image, 99, 99), near: [0, 1, 0, 1])
  }
}
