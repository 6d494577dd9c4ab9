import ImageColor
import ImageFilters
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Interpolation between the pixels of a source uses stored values, between those of a result linear light.
@Suite struct DecodeSourcesTests {
  /// Pixels from left to right, one row, in sRGB.
  private func row(_ pixels: [SIMD4<UInt8>], _ alpha: AlphaState, _ space: ColorSpace? = .sRGB) throws -> Node {
    let buffer = try PixelBuffer(width: pixels.count, height: 1, format: .rgba8)
    for (x, pixel) in pixels.enumerated() { buffer.store(SIMD4<Float>(pixel) / 255, x: x, y: 0) }
    return .source(Source(buffer, colorSpace: space, alpha: alpha, label: "row"))
  }

  private let black: SIMD4<UInt8> = [0, 0, 0, 255], white: SIMD4<UInt8> = [255, 255, 255, 255]
  private let half = AffineMap.translation(0.5, 0)
  /// The light of the sRGB value 0.5: ((0.5 + 0.055) / 1.055)^2.4, IEC 61966-2-1.
  private let decodedHalf: Float = 0.21404114

  /// Pixel (1, 0) on the reference and on every backend. The shader's short form of sRGB's curve is within 6e-6 of it.
  private func expectMiddle(
    _ node: Node, _ expected: SIMD4<Float>, within allowed: Float = 1e-5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let pixel = UserRect(x: 1, y: 0, width: 1, height: 1)
    var images = [try renderReference(node, pixel)]
    for backend in Backend.available { images.append(try backend.render(node, pixel, working: .rgbaFloat)) }
    for image in images {
      let got = withExtendedLifetime(image) { image.pixels[0] }
      let off = got - expected
      #expect(
        (0..<4).allSatisfy { abs(off[$0]) <= allowed }, "got \(got), expected \(expected)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func aMapMixesWhatIsStored() throws {
    let moved = try #require(try row([black, white], .opaque).transformed(by: half))
    try expectMiddle(moved, [decodedHalf, decodedHalf, decodedHalf, 1])
  }

  @Test func severalStepsThatMoveMixWhatIsStored() throws {
    let moved = try #require(
      try row([black, white, white], .opaque).clamped(to: UserRect(x: 0, y: 0, width: 2, height: 1))
        .transformed(by: half)
    ).cropped(to: UserRect(x: 0, y: 0, width: 9, height: 1))
    try expectMiddle(moved, [decodedHalf, decodedHalf, decodedHalf, 1])
  }

  @Test func aDistortionMixesWhatIsStored() throws {
    let shift = WarpFormula(
      "shift", region: { (output, _: SIMD2<Float>, _: SIMD3<Float>) in output.outset(by: 4) },
      extent: { (input, _: SIMD2<Float>, _: SIMD3<Float>) in input.outset(by: 4) },
      reference: { (at, _: SIMD2<Float>, _: SIMD3<Float>) in Point(at.x - 0.5, at.y) })
    let node = try row([black, white], .opaque).warped(by: shift, SIMD2<Float>(1, 0), SIMD3<Float>(0, 1, 0))
    let image = try renderReference(node, UserRect(x: 1, y: 0, width: 1, height: 1))
    let got = withExtendedLifetime(image) { image.pixels[0] }
    #expect(abs(got.x - decodedHalf) < 1e-6 && got.w == 1)
  }

  @Test func whatIsClearHasNoSay() throws {
    // Half of a white pixel and half of a clear one, whose red is hidden: white, half covered.
    for alpha in [AlphaState.straight, .premultiplied] {
      let clear: SIMD4<UInt8> = alpha == .straight ? [255, 0, 0, 0] : [0, 0, 0, 0]
      let moved = try #require(try row([clear, white], alpha).transformed(by: half))
      try expectMiddle(moved, [0.5, 0.5, 0.5, 0.5])
    }
    // The edge of an opaque image, too: grey of 128 stays that grey.
    let grey: SIMD4<UInt8> = [128, 128, 128, 255]
    let moved = try #require(try row([grey, grey], .opaque).transformed(by: .translation(1.5, 0)))
    let light = Float(linearFromSRGB(128 / 255)) / 2
    try expectMiddle(moved, [light, light, light, 0.5])
  }

  @Test func resultsOfStepsMixLight() throws {
    let lit = try row([black, white], .opaque).mapped(by: ExposureAdjust.formula, Float(0.5))
    try expectMiddle(try #require(lit.transformed(by: half)), [0.25, 0.25, 0.25, 1])
  }

  /// The values remove the step, so that the map would read the image directly.
  @Test func resultsOfStepsThatChangeNothingAreLight() throws {
    for gain: Float in [1, 0.5] {
      let lit = try row([black, white], .opaque).mapped(by: ExposureAdjust.formula, gain)
      let moved = try #require(lit.transformed(by: half))
      let expected = SIMD4<Float>(gain / 2, gain / 2, gain / 2, 1)
      try expectMiddle(moved, expected)
      let resolved = try ResolvedRecipe(moved, options: PassOptions())
      #expect(resolved.isDecoded == (gain == 1))
      try expectMiddle(try optimized(moved, options: PassOptions()), expected)
    }
  }

  /// Which images become light where follows from structure there: a slider rebuilds nothing above them.
  @Test func lightCanWaitWhereNothingMixesWhatIsStored() throws {
    let image = try row([black, white], .opaque)
    let lit = image.mapped(by: ExposureAdjust.formula, Float(2))
    func isDecoded(_ node: Node?) throws -> Bool {
      try ResolvedRecipe(try #require(node), options: PassOptions()).isDecoded
    }
    let part = UserRect(x: 0, y: 0, width: 1, height: 1)
    #expect(try isDecoded(lit) == false)
    #expect(try isDecoded(lit.transformed(by: half)) == false)
    #expect(try isDecoded(lit.transformed(by: half)?.cropped(to: part)) == false)
    #expect(try isDecoded(image.cropped(to: part).mapped(by: ExposureAdjust.formula, Float(2))) == false)
    #expect(try isDecoded(image.transformed(by: half)))
    #expect(try isDecoded(image.cropped(to: part).transformed(by: half)?.mapped(by: ExposureAdjust.formula, Float(2))))
    // Colours that get out of the way of maps could bring one of them to the image.
    let twice = lit.transformed(by: half)?.mapped(by: GammaAdjust.formula, Float(2)).transformed(by: .scale(3.3, 2))
    #expect(try isDecoded(twice))
  }

  @Test func anImageWithoutSpaceIsLight() throws {
    let moved = try #require(try row([black, white], .opaque, nil).transformed(by: half))
    try expectMiddle(moved, [0.5, 0.5, 0.5, 1])
  }

  @Test func meansForQualityAreOfLight() throws {
    let small = try #require(
      try row([black, white, black, white], .opaque).transformed(by: .scale(0.5, 1), reading: .area))
    try expectMiddle(small, [0.5, 0.5, 0.5, 1])
  }

  @Test func whatOneStepMovesAnotherMayReadAsItIs() throws {
    // The image itself is light for the blend while its copy is moved as stored.
    let image = try row([black, white], .opaque)
    let moved = try #require(image.transformed(by: half))
    let sum = Node.combined([moved, image], by: AdditionCompositing.formula, extent: .union)
    try expectMiddle(sum, [1 + decodedHalf, 1 + decodedHalf, 1 + decodedHalf, 2])
  }

  @Test func oneConversionIsMadeAboveAllMaps() throws {
    let moved = try #require(
      try row([black, white], .straight).cropped(to: UserRect(x: 0, y: 0, width: 2, height: 1))
        .transformed(by: .scale(3.3, 2)))
    let after = try optimized(moved, by: [resolveSampling, decodeSources], options: PassOptions())
    #expect(
      after.topological.map(\.op.name) == ["source row", "crop", "premultiplyAlpha", "affine", "matched from"])
  }

  @Test func withoutColourManagementNumbersAreMixed() throws {
    let moved = try #require(try row([black, white], .opaque).transformed(by: half))
    let after = try optimized(moved, by: referencePasses, options: PassOptions(managesColor: false))
    #expect(after == moved)
  }
}
