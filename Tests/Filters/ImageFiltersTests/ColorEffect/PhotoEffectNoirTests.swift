import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectNoirTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [150, 150, 150]),
      ([120, 212, 53], [209, 209, 209]),
      ([150, 173, 67], [203, 203, 203]),
      ([188, 120, 59], [208, 208, 208]),
      ([198, 47, 38], [189, 189, 189]),
      ([254, 114, 65], [250, 250, 250]),
    ]
    try expectPhotoEffect("CIPhotoEffectNoir", makes: pairs)
  }

  @Test func everyColourBecomesGrey() throws {
    for color: SIMD3<Float> in [[255, 0, 0], [3, 200, 90], [0, 0, 255]] {
      let made = try photoEffect("CIPhotoEffectNoir", of: color)
      #expect(made.max() - made.min() < 0.01)
    }
  }
}
