import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct BloomTests {
  @Test func theGlowShowsWhereItIsBrighter() {
    let color: SIMD4<Float> = [0.5, 0.2, 1, 0.5]
    expect(Bloom.formula.value(color, [0.3, 0.8, 0.5, 0.75], with: Float(0.5)), near: [0.5, 0.5, 1, 0.625])
    expect(Bloom.formula.value(color, [0.3, 0.8, 0.5, 0.75], with: Float(1)), near: [0.5, 0.8, 1, 0.75])
    #expect(Bloom.formula.value([4, 1, 0, 1], [1, 1, 0, 1], with: Float(1)) == [4, 1, 0, 1])
  }

  /// Unlike a screen blend, a flat colour is unchanged inside, and glows outside with the blur.
  @Test func aFlatColourStays() throws {
    let image = try filtered(
      "CIBloom",
      [
        "inputImage": .image(flat([0.2, 0.4, 0.8, 1], square)), "inputRadius": .number(2), "inputIntensity": .number(1),
      ])
    expect(try pixel(image, 5, 5), near: [0.2, 0.4, 0.8, 1])
    let glow = try pixel(image, 10, 5)
    #expect(glow.w > 0.3 && glow.w < 0.5)
    expect(glow, near: SIMD4(0.2, 0.4, 0.8, 1) * glow.w)
  }

  @Test func theExtentGrowsByThreeRadii() throws {
    let image = try filtered("CIBloom", ["inputImage": .image(flat(.one, square))])
    #expect(image.extent == .finite(square.outset(by: 30)))
  }
}
