import ImageColor
import ImageFilters
import ImageGraph
import Testing

@Suite struct PhotoEffectProcessTests {
  func toned(_ color: SIMD4<Float>, extrapolate: Bool = false) throws -> SIMD4<Float> {
    try pixel(
      filtered(
        "CIPhotoEffectProcess", ["inputImage": .image(flat(color, square)), "inputExtrapolate": .bool(extrapolate)]), 1,
      1)
  }

  func linear(_ byte: Double) -> Float { Float(linearFromSRGB(byte / 255)) }

  @Test func whiteTurnsWarmAndBlackTurnsBlue() throws {
    expect(try toned([1, 1, 1, 1]), near: [1, 1, linear(219), 1], within: 0.01)
    expect(try toned([0, 0, 0, 1]), near: [0, 0, linear(37), 1], within: 0.002)
  }

  @Test func betweenTwoColoursOfTheTableRootsAreMixed() {
    // Red and green lie on the table's colour 0, blue half way between 0 and 1; the table gives its column.
    let body = PhotoEffectProcess.lookup.body([Float(3).argument])
    let read: RegionFormula.Read = { input, at in
      input == 0 ? [0, 0, 0.25, 0.5] : SIMD4(at.x.rounded(.down), at.y.rounded(.down), 0, 1)
    }
    #expect(body(read, [0.5, 0.5]) == [1.5, 0, 0, 0.5])
  }

  @Test func alphaScalesTheStraightResult() throws {
    expect(try toned([0.1, 0.2, 0.3, 0.5]), near: try toned([0.2, 0.4, 0.6, 1]) * 0.5)
    #expect(try toned(.zero) == .zero)
  }

  @Test func brighterThanOneIsLimitedOrGoesOn() throws {
    let white = try toned([1, 1, 1, 1])
    expect(try toned([3, 1, 1, 1]), near: white)
    let more = try toned([3, 1, 1, 1], extrapolate: true)
    #expect(more.x > white.x + 1.9)
  }
}
