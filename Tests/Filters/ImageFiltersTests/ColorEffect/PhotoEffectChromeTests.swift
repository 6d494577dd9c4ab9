import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectChromeTests {
  /// 8-bit sRGB colours, and the results of Core Image.
  @Test func coloursBecomeThoseOfCoreImage() throws {
    let pairs: [(SIMD3<Float>, SIMD3<Float>)] = [
      ([93, 149, 48], [44, 160, 26]),
      ([120, 212, 53], [113, 212, 79]),
      ([150, 173, 67], [156, 191, 58]),
      ([188, 120, 59], [228, 157, 34]),
      ([198, 47, 38], [254, 50, 5]),
      ([254, 114, 65], [255, 152, 42]),
    ]
    try expectPhotoEffect("CIPhotoEffectChrome", makes: pairs)
  }

  @Test func valuesAboveWhiteAreCutOffOrAddedAgain() throws {
    func image(_ extrapolate: Bool, _ color: SIMD4<Float>) throws -> Node {
      try filtered(
        "CIPhotoEffectChrome",
        ["inputImage": .image(flat(color, square)), "inputExtrapolate": .bool(extrapolate)])
    }
    let white = try pixel(image(false, .one), 1, 1)
    expect(try pixel(image(false, [3, 3, 3, 1]), 1, 1), near: white)
    expect(try pixel(image(true, [3, 3, 3, 1]), 1, 1), near: white + [2, 2, 2, 0], within: 1e-4)
    // Half-transparent: equal for straight colours.
    expect(try pixel(image(true, [1.5, 1.5, 1.5, 0.5]), 1, 1), near: (white + [2, 2, 2, 0]) / 2, within: 1e-4)
  }

  @Test func alphaStays() throws {
    let image = try filtered("CIPhotoEffectChrome", ["inputImage": .image(flat([0.2, 0.1, 0.05, 0.25], square))])
    #expect(try pixel(image, 1, 1).w == 0.25)
    expect(try pixel(image, -1, 1), near: .zero)
  }
}
