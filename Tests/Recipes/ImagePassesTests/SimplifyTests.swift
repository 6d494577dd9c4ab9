import ImageColor
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Each rule as a pair: before and after.
@Suite struct SimplifyTests {
  private let image = TestImage.smooth(20, 10)

  private func simplified(_ node: Node) throws -> Node {
    try optimized(node, by: [resolveGeometry, simplify], options: PassOptions())
  }

  @Test func unpremultiplyOfPremultiplyVanishesButNotTheOtherWayRound() throws {
    let (on, off) = (ColorConversions.premultiply, ColorConversions.unpremultiply)
    #expect(try simplified(image.mapped(by: on).mapped(by: off)) == image)
    let kept = image.mapped(by: off).mapped(by: on)
    #expect(try simplified(kept) == kept)
  }

  @Test func encodeOfDecodeVanishes() throws {
    let there = image.mapped(by: ColorConversions.linearFromSRGB)
    #expect(try simplified(there.mapped(by: ColorConversions.sRGBFromLinear)) == image)
  }

  @Test func cropsMeetAndACropOfEverythingVanishes() throws {
    let inner = image.cropped(to: UserRect(x: 2, y: 2, width: 10, height: 5))
    let outer = inner.cropped(to: UserRect(x: 4, y: 0, width: 50, height: 50))
    #expect(try simplified(outer) == image.cropped(to: UserRect(x: 4, y: 2, width: 8, height: 5)))
    #expect(try simplified(image.cropped(to: UserRect(x: -5, y: -5, width: 50, height: 50))) == image)
  }

  @Test func aCropOfACropKeepsTheFractionsOfItsExtent() throws {
    // Enlarged, half a pixel of extent is a pixel of the result.
    let cropped = image.cropped(to: UserRect(x: 0.5, y: 0.5, width: 10, height: 8))
      .cropped(to: UserRect(x: -1, y: -1, width: 8.5, height: 50))
    let large = try #require(cropped.transformed(by: .scale(2, 2)))
    let frame = UserRect(x: -2, y: -2, width: 24, height: 24)
    #expect(try simplified(large).extent == large.extent)
    expect(
      try Backend.optimizedReference.render(large, frame), equals: try renderReference(large, frame), within: .float)
  }

  @Test func whatHasNoPixelsIsEmpty() throws {
    let nothing = image.cropped(to: UserRect(x: 100, y: 0, width: 5, height: 5)).mapped(
      by: ColorConversions.premultiply)
    #expect(try simplified(nothing).op == .empty)
  }

  @Test func simplifyingTwiceChangesNothing() throws {
    let recipe = image.mapped(by: ColorConversions.premultiply).mapped(by: ColorConversions.unpremultiply)
      .sampled(.nearest).transformed(by: .identity)!.cropped(to: UserRect(x: 1, y: 1, width: 3, height: 3))
    let once = try simplified(recipe)
    #expect(try simplified(once) == once)
  }
}

@Suite struct ManageColorTests {
  private func source(_ alpha: AlphaState, _ space: ColorSpace?) throws -> Node {
    .source(Source(try PixelBuffer(width: 4, height: 4, format: .rgba8), colorSpace: space, alpha: alpha))
  }

  @Test func aRecipeThatDoesNothingKeepsNoConversion() throws {
    for alpha in [AlphaState.straight, .opaque] {
      let file = try source(alpha, .sRGB)
      let options = PassOptions(outputSpace: .sRGB, outputAlpha: .straight)
      let result = try optimized(file, options: options)
      #expect(result == file)
    }
  }

  @Test func aMatrixThereAndBackVanishesWithItsCurve() throws {
    let file = try source(.opaque, .displayP3)
    let options = PassOptions(outputSpace: .displayP3, outputAlpha: .straight)
    #expect(try optimized(file, options: options) == file)
  }

  @Test func anUntaggedBitmapIsInTheWorkingSpaceAlready() throws {
    let raw = try source(.premultiplied, nil)
    #expect(try optimized(raw, by: referencePasses, options: PassOptions()) == raw)
  }

  @Test func aSpaceKnownByItsTableOnlyIsRefusedByName() throws {
    let space = try #require(ColorSpace(name: "scanner 7", transfer: .table, primaries: .bt709))
    let error = #expect(throws: RenderError.self) {
      try optimized(try source(.opaque, space), options: PassOptions())
    }
    #expect(error?.description.contains("scanner 7") == true)
  }

  @Test func highDynamicRangeIsKeptAsItIsWhereNothingIsDone() throws {
    for space in [ColorSpace.itur_709_PQ, .itur_709_HLG] {
      let file = try source(.opaque, space)
      #expect(try optimized(file, options: PassOptions(outputSpace: space, outputAlpha: .straight)) == file)
    }
  }
}
