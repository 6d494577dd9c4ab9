import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectTonalTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [68, 68, 68]),
      ([120, 212, 53], [126, 126, 126]),
      ([150, 173, 67], [116, 116, 116]),
      ([188, 120, 59], [138, 138, 138]),
      ([198, 47, 38], [134, 134, 134]),
      ([254, 114, 65], [181, 181, 181]),
    ]
    try expectPhotoEffect("CIPhotoEffectTonal", makes: pairs)
  }

  @Test func everyColourBecomesGrey() throws {
    for color: SIMD3<Float> in [[255, 0, 0], [3, 200, 90], [0, 0, 255]] {
      let made = try photoEffect("CIPhotoEffectTonal", of: color)
      #expect(made.max() - made.min() < 0.01)
    }
  }
}
