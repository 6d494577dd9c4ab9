import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectFadeTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [136, 149, 94]),
      ([120, 212, 53], [194, 202, 145]),
      ([150, 173, 67], [182, 174, 124]),
      ([188, 120, 59], [187, 119, 87]),
      ([198, 47, 38], [178, 38, 39]),
      ([254, 114, 65], [234, 111, 94]),
    ]
    try expectPhotoEffect("CIPhotoEffectFade", makes: pairs)
  }
}
