import ImageGraph
import Testing

/// The facts of steps about their pixels, by kind of step.
@Suite struct NodeFactsTests {
  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }
  private static let mean = RegionFormula.blockMean

  private func image(_ format: PixelFormat = .l8, _ alpha: AlphaState = .opaque) throws -> Node {
    .source(Source(try PixelBuffer(width: 8, height: 4, format: format), colorSpace: nil, alpha: alpha))
  }

  private let everything: PixelFacts = [.opaque, .opaqueOrClear, .grey, .unit]

  @Test func anImageIsWhatItsFormatAndAlphaSay() throws {
    #expect(try image().facts.pixels == everything)
    #expect(try image(.rgba8, .premultiplied).facts.pixels == .unit)
    #expect(try image(.rgba16, .opaque).facts.pixels == [.opaque, .opaqueOrClear, .unit])
    #expect(try image(.rgbah, .straight).facts.pixels == [])
    #expect(try image(.rgb10, .straight).facts.pixels == [])
    #expect(try image(.lf, .straight).facts.pixels.contains(.grey))
    #expect(Node.empty.facts.pixels == [])
  }

  @Test func whatMovesNoPixelKeepsEveryFact() throws {
    let rect = UserRect(x: 1, y: 1, width: 3, height: 2)
    let image = try image()
    #expect(image.cropped(to: rect).facts.pixels == everything)
    #expect(image.clamped(to: rect).facts.pixels == everything)
    #expect(image.sampled(.nearest).facts.pixels == everything)
    #expect(Node(.intermediate(cache: false), [image]).facts.pixels == everything)
    #expect(image.transformed(by: .translation(3, -1))!.facts.pixels == everything)
    #expect(image.mapped(by: .same).facts.pixels == [.opaque, .opaqueOrClear])
  }

  /// The eight orientations of EXIF, moved by whole pixels.
  @Test(arguments: [(1, 0), (-1, 0), (0, 1), (0, -1)] as [(Double, Double)], [1.0, -1])
  func rotationsOfWholePixelsKeepEveryFact(turn: (Double, Double), mirror: Double) throws {
    let image = try image()
    let map = AffineMap(a: turn.0, b: turn.1, c: -turn.1 * mirror, d: turn.0 * mirror, tx: 8, ty: -3)
    #expect(map.permutesPixels)
    #expect(image.transformed(by: map)!.facts.pixels == everything)
    var half = map
    half.tx = 0.5
    #expect(!half.permutesPixels)
    #expect(image.transformed(by: half)!.facts.pixels == [.grey, .unit])
    #expect(!AffineMap(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0).permutesPixels)
  }

  /// A cached recipe has the facts of all steps that it is used for.
  @Test func symbolsOfRotationsHaveTheirFacts() throws {
    let rotation = Op.affine(AffineMap(a: 0, b: -1, c: 1, d: 0, tx: 3, ty: 4), .linear)
    let symbol = try #require(StepSymbol(0, for: rotation, isSmall: false))
    let image = try image()
    #expect(Node(.affine(.quarterTurn, .linear), [image]).facts == Node(rotation, [image]).facts)
    #expect(symbol.representative == .affine(.quarterTurn, .linear))
    let scale = try #require(StepSymbol(0, for: .affine(.scale(2, 2), .linear), isSmall: false))
    #expect(scale.representative == .affine(.scale(0.5, 0.5), .linear))
  }

  @Test func whatMixesPixelsKeepsLess() throws {
    let image = try image()
    #expect(image.transformed(by: .scale(2, 2))!.facts.pixels == [.grey, .unit])
    #expect(image.sampled(.nearest).transformed(by: .scale(2, 2))!.facts.pixels == [.opaqueOrClear, .grey, .unit])
    #expect(image.gathered(by: Self.mean, Axis.horizontal, Int32(2)).facts.pixels == [])
    #expect(Node(.histogram(image.extent.rect!, bins: 4), [image]).facts.pixels == [])
  }

  @Test func formulasKeepWhatTheySay() throws {
    let image = try image()
    #expect(image.mapped(by: Self.gain, Float(2)).facts.pixels == [])
    #expect(image.mapped(by: ColorConversions.premultiply).facts.pixels == .grey)
    #expect(image.mapped(by: ColorConversions.linearFromSRGB).facts.pixels == [.opaque, .opaqueOrClear, .grey])
    // Makes clear pixels opaque, but what was opaque was so already.
    #expect(ColorFormula.linear.preservedFacts == [.opaque, .opaqueOrClear])
    #expect(ColorConversions.opaque.preservedFacts == .grey)
    #expect(Node(.matched(.displayP3, .toWorking(.opaque)), [image]).facts.pixels == [.opaque, .opaqueOrClear])
  }

  @Test func theMarkOfASamplingEndsWhereGeometryHasTakenIt() throws {
    let near = try image().sampled(.nearest)
    #expect(try image().sampling == .linear)
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
