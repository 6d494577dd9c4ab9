import ImageGraph
import Testing

/// What steps know of their pixels, one kind of step at a time.
@Suite struct NodeFactsTests {
  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }
  private static let mean = RegionFormula.blockMean

  private func picture(_ format: PixelFormat = .l8, _ alpha: AlphaState = .opaque) throws -> Node {
    .source(Source(try PixelBuffer(width: 8, height: 4, format: format), colorSpace: nil, alpha: alpha))
  }

  private let everything: PixelFacts = [.opaque, .opaqueOrClear, .grey, .unit]

  @Test func aPictureIsWhatItsFormatAndAlphaSay() throws {
    #expect(try picture().facts.pixels == everything)
    #expect(try picture(.rgba8, .premultiplied).facts.pixels == .unit)
    #expect(try picture(.rgba16, .opaque).facts.pixels == [.opaque, .opaqueOrClear, .unit])
    #expect(try picture(.rgbah, .straight).facts.pixels == [])
    #expect(try picture(.rgb10, .straight).facts.pixels == [])
    #expect(try picture(.lf, .straight).facts.pixels.contains(.grey))
    #expect(Node.empty.facts.pixels == [])
  }

  @Test func whatMovesNoPixelKeepsEveryFact() throws {
    let rect = UserRect(x: 1, y: 1, width: 3, height: 2)
    let picture = try picture()
    #expect(picture.cropped(to: rect).facts.pixels == everything)
    #expect(picture.clamped(to: rect).facts.pixels == everything)
    #expect(picture.sampled(.nearest).facts.pixels == everything)
    #expect(Node(.intermediate(cache: false), [picture]).facts.pixels == everything)
    #expect(picture.transformed(by: .translation(3, -1))!.facts.pixels == everything)
    #expect(picture.mapped(by: .same).facts.pixels == [.opaque, .opaqueOrClear])
  }

  @Test func whatMixesPixelsKeepsLess() throws {
    let picture = try picture()
    #expect(picture.transformed(by: .scale(2, 2))!.facts.pixels == [.grey, .unit])
    #expect(picture.sampled(.nearest).transformed(by: .scale(2, 2))!.facts.pixels == [.opaqueOrClear, .grey, .unit])
    #expect(picture.gathered(by: Self.mean, Axis.horizontal, Int32(2)).facts.pixels == [])
    #expect(Node(.histogram(picture.extent.rect!, bins: 4), [picture]).facts.pixels == [])
  }

  @Test func formulasKeepWhatTheySay() throws {
    let picture = try picture()
    #expect(picture.mapped(by: Self.gain, Float(2)).facts.pixels == [])
    #expect(picture.mapped(by: ColorConversions.premultiply).facts.pixels == .grey)
    #expect(picture.mapped(by: ColorConversions.linearFromSRGB).facts.pixels == [.opaque, .opaqueOrClear, .grey])
    // Makes clear pixels opaque, but what was opaque was so already.
    #expect(ColorFormula.linear.keeps == [.opaque, .opaqueOrClear])
    #expect(ColorConversions.opaque.keeps == .grey)
    #expect(Node(.matched(.displayP3, .toWorking(.opaque)), [picture]).facts.pixels == [.opaque, .opaqueOrClear])
  }

  @Test func theMarkOfASamplingEndsWhereGeometryHasTakenIt() throws {
    let near = try picture().sampled(.nearest)
    #expect(try picture().sampling == .linear)
    #expect(near.cropped(to: UserRect(x: 0, y: 0, width: 2, height: 2)).clampedToExtent.sampling == .nearest)
    #expect(near.mapped(by: Self.gain, Float(2)).sampling == .nearest)
    #expect(Node(.matched(.displayP3, .toWorking(.opaque)), [near]).sampling == .nearest)
    #expect(near.sampled(.area).sampling == .area)
    #expect(near.transformed(by: .scale(2, 2))!.sampling == .linear)
    #expect(Node(.intermediate(cache: false), [near]).sampling == .linear)
    #expect(
      Node.combined([near, near], by: ColorFormula(blend: "add") { $0 + $1 }, extent: .union).sampling == .linear)
  }
}
