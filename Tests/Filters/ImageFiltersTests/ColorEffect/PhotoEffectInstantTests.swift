import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectInstantTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [75, 149, 71]),
      ([120, 212, 53], [161, 216, 97]),
      ([150, 173, 67], [167, 186, 78]),
      ([188, 120, 59], [197, 143, 58]),
      ([198, 47, 38], [201, 100, 51]),
      ([254, 114, 65], [251, 169, 54]),
    ]
    try expectPhotoEffect("CIPhotoEffectInstant", makes: pairs)
  }
}
