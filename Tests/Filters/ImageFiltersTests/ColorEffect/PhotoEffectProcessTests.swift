import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectProcessTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [0, 170, 96]),
      ([120, 212, 53], [117, 224, 112]),
      ([150, 173, 67], [135, 191, 112]),
      ([188, 120, 59], [178, 142, 102]),
      ([198, 47, 38], [187, 70, 79]),
      ([254, 114, 65], [255, 139, 111]),
    ]
    try expectPhotoEffect("CIPhotoEffectProcess", makes: pairs)
  }
}
