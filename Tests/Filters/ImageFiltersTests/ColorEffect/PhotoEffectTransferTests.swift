import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectTransferTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [107, 156, 42]),
      ([120, 212, 53], [181, 215, 89]),
      ([150, 173, 67], [188, 188, 60]),
      ([188, 120, 59], [219, 141, 19]),
      ([198, 47, 38], [229, 90, 19]),
      ([254, 114, 65], [255, 168, 39]),
    ]
    try expectPhotoEffect("CIPhotoEffectTransfer", makes: pairs)
  }
}
