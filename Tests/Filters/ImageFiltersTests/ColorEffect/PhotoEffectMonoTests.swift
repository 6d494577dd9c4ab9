import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectMonoTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [62, 62, 62]),
      ([120, 212, 53], [122, 122, 122]),
      ([150, 173, 67], [103, 103, 103]),
      ([188, 120, 59], [98, 98, 98]),
      ([198, 47, 38], [96, 96, 96]),
      ([254, 114, 65], [156, 156, 156]),
    ]
    try expectPhotoEffect("CIPhotoEffectMono", makes: pairs)
  }

  @Test func everyColourBecomesGrey() throws {
    for color: SIMD3<Float> in [[255, 0, 0], [3, 200, 90], [0, 0, 255]] {
      let made = try photoEffect("CIPhotoEffectMono", of: color)
      #expect(made.max() - made.min() < 0.01)
    }
  }
}
