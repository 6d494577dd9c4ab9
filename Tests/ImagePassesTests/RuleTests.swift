import ImageFilters
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Rules that make a recipe cheaper: before and after, the pixels, and how often a program calls.
@Suite struct RuleTests {
  private let picture = TestImage.noise(40, 30, seed: 5)
  private let frame = UserRect(x: -4, y: -4, width: 52, height: 40)
  private let part = UserRect(x: 6, y: 5, width: 12, height: 9)

  private func optimized(_ node: Node) throws -> Node { try ImagePasses.optimized(node, options: PassOptions()) }

  private func expectSamePixels(_ node: Node, sourceLocation: SourceLocation = #_sourceLocation) throws {
    expect(
      try Backend.optimizedReference.render(node, frame), equals: try renderReference(node, frame), within: .float,
      "\(node)", sourceLocation: sourceLocation)
  }

  /// How many formulas the recipe's programs call.
  private func calls(_ node: Node) throws -> Int {
    try makeSchedule(node, region: frame, store: .rgbaHalf).dispatches.flatMap { $0.program.blocks }
      .flatMap(\.instructions).reduce(0) { if case .call = $1 { $0 + 1 } else { $0 } }
  }

  private func exposed(_ image: Node, _ gain: Float) -> Node { image.mapped(by: ExposureAdjust.formula, gain) }
  private func curved(_ image: Node) -> Node { image.mapped(by: GammaAdjust.formula, Float(0.8)) }

  // MARK: - Folding

  @Test func gainsFold() throws {
    let recipe = exposed(exposed(exposed(picture, 2), 0.25), 3)
    #expect(try optimized(recipe) == exposed(picture, 1.5))
    #expect(try calls(recipe) == 3)
    #expect(try calls(try optimized(recipe)) == 1)
    try expectSamePixels(recipe)
  }

  @Test func gainsBeyondTheRangeOfFloatsStay() throws {
    let recipe = exposed(exposed(picture, 0x1p-100), 0x1p-100)
    #expect(try optimized(recipe) == recipe)
    #expect(try optimized(exposed(exposed(picture, 0x1p100), 0x1p100)).inputs[0] != picture)
  }

  @Test func aSliderFoldsToTheSameProgram() throws {
    func program(_ gain: Float) throws -> Program {
      let recipe = try optimized(exposed(exposed(picture, 2), gain))
      return try makeSchedule(recipe, region: frame, store: .rgbaHalf).dispatches[0].program
    }
    #expect(try program(0.5) == program(3))
  }

  @Test func matricesFoldInTheirOrder() throws {
    let rows: [[SIMD3<Float>]] = [
      [[0.7, 0.2, 0.1], [0, 1, -0.2], [0.3, 0, 0.6]], [[0.5, 0, 0.4], [0.1, 0.9, 0], [-0.3, 0.2, 1]],
    ]
    let recipe = rows.reduce(picture) { $0.mapped(by: HueAdjust.formula, $1[0], $1[1], $1[2]) }
    #expect(try calls(try optimized(recipe)) == 1)
    try expectSamePixels(recipe)
  }

  @Test func linearStepsOfSeveralFormulasFoldToOneMatrix() throws {
    var recipe = exposed(picture, 1.5).mapped(by: ColorInvert.formula)
    recipe = recipe.mapped(by: HueAdjust.formula, SIMD3<Float>(0.7, 0.2, 0.1), SIMD3<Float>(0, 1, -0.2), SIMD3<Float>(0.3, 0, 0.6))
    recipe = recipe.mapped(by: ColorControls.formula, SIMD3<Float>(0.2, 0.7, 0.1), Float(1.2), Float(0.8), Float(0.1))
    recipe = recipe.mapped(
      by: .linear, SIMD4<Float>(0.9, 0.1, 0, 0.05), SIMD4<Float>(0, 0.8, 0.1, 0), SIMD4<Float>(0.1, 0, 0.7, -0.1))
    let after = try optimized(recipe)
    #expect(try calls(recipe) == 5)
    #expect(try calls(after) == 1)
    #expect(after.inputs == [picture])
    try expectSamePixels(recipe)
  }

  /// Colour under alpha 0, and alpha below 0: what a division by alpha would lose.
  @Test func foldedMatricesKeepWhatStandsUnderNoAlpha() throws {
    let odd = TestImage.floats(4, 1) { x, _ in [[0.5, 0.25, 1, 0], [0.5, 1, 0.25, -0.5], [3, -2, 1, 2], [0, 0, 0, 0]][x] }
    try expectSamePixels(exposed(odd, 0.5).mapped(by: ColorInvert.formula))
  }

  @Test(arguments: [(1, 0, 1), (0, 0, 1), (1, 0.25, 1), (1, 0, 0.5)])
  func aColorMatrixIsLinearOnlyWhereAlphaStays(alpha: (own: Double, red: Double, opacity: Double)) throws {
    let filter = try #require(Catalogue.filter(named: "CIColorMatrix"))
    let values: [String: InputValue] = [
      "inputImage": .image(picture), "inputRVector": .vector([0.5, 0.25, 0, 0]),
      "inputAVector": .vector([alpha.red, 0, 0, alpha.own * alpha.opacity]), "inputBiasVector": .vector([0.1, 0, 0.2, 0]),
    ]
    let recipe = try #require(try filter.image(from: values))
    let isLinear = alpha == (1, 0, 1)
    #expect((try calls(optimized(exposed(recipe, 2))) == 1) == isLinear)
    try expectSamePixels(recipe)
  }

  @Test func whatStandsBetweenKeepsStepsApart() throws {
    let recipe = exposed(curved(exposed(picture, 2)), 0.5)
    #expect(try optimized(recipe) == recipe)
  }

  // MARK: - Geometry

  @Test func aStepOfWholePixelsJoinsAnInterpolation() throws {
    let turn = AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.5, ty: 2)
    let step = AffineMap.translation(5, -3)
    // Made by hand: a recipe's own maps in a row are one already.
    for (first, second) in [(turn, step), (step, turn), (step, step)] {
      let recipe = Node(.affine(second, .linear), [Node(.affine(first, .linear), [picture])])
      #expect(try optimized(recipe) == Node(.affine(first.followed(by: second), .linear), [picture]))
      try expectSamePixels(recipe)
    }
  }

  @Test func twoInterpolationsStayTwo() throws {
    let turn = AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.5, ty: 2)
    let recipe = Node(.affine(turn, .linear), [Node(.affine(turn, .linear), [picture])])
    #expect(try optimized(recipe) == recipe)
  }

  // MARK: - Crops

  @Test func aCropMovesToTheSourceThroughColours() throws {
    let recipe = curved(exposed(picture, 2)).cropped(to: part)
    #expect(try optimized(recipe) == curved(exposed(picture.cropped(to: part), 2)))
    try expectSamePixels(recipe)
  }

  @Test func aCropMovesIntoBothSidesOfABlend() throws {
    let other = TestImage.smooth(20, 44)
    let recipe = Node.combined([curved(picture), other], by: SourceOverCompositing.formula, extent: .union)
      .cropped(to: part)
    let after = Node.combined(
      [curved(picture.cropped(to: part)), other.cropped(to: part)], by: SourceOverCompositing.formula, extent: .union)
    #expect(try optimized(recipe) == after)
    try expectSamePixels(recipe)
  }

  @Test func aCropMovesAgainstAStep() throws {
    let recipe = exposed(picture.transformed(by: .translation(3, 4))!, 2).cropped(to: part)
    let before = picture.cropped(to: part.offset(by: [-3, -4]))
    #expect(try optimized(recipe) == exposed(before.transformed(by: .translation(3, 4))!, 2))
    try expectSamePixels(recipe)
  }

  @Test func theExtentStaysFractionsIncluded() throws {
    let fractional = UserRect(x: 6.3, y: 5.5, width: 10, height: 8)
    for image in [
      exposed(picture, 2), picture.transformed(by: .translation(3, 4))!,
      Node.combined([picture, TestImage.smooth(8, 44)], by: SourceOverCompositing.formula, extent: .union),
    ] {
      let recipe = image.cropped(to: fractional)
      #expect(try optimized(recipe).extent == recipe.extent)
      try expectSamePixels(recipe.transformed(by: .scale(2, 2))!)
    }
  }

  @Test func aCropMovesThroughWhatReadsFurther() throws {
    let rotation = AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 9, ty: 2)
    let (blackened, lifted) = (SIMD4<Float>(), SIMD4<Float>(repeating: 1))
    let steps: [(step: (Node) -> Node, reads: UserRect, leavesNothingToCut: Bool)] = [
      ({ $0.gathered(by: BoxBlur.pass, Axis.horizontal, Float(2)) }, part.outset(by: [2, 0]), false),
      ({ $0.transformed(by: rotation)! }, rotation.inverse!.apply(part).outset(by: 0.51).pixels, false),
      ({ $0.warped(by: TwirlDistortion.formula, SIMD2<Float>(10, 10), Float(4), Float(1)) },
       part.union(UserRect(x: 6, y: 6, width: 8, height: 8)).outset(by: 0.51).pixels, false),
      ({ [frame] in $0.clamped(to: frame) }, part, false),
      ({ $0.mapped(by: ColorMatrix.formula, blackened, blackened, blackened, blackened, lifted) }, part, true),
      ({ $0.transformed(by: .translation(3, 4))! }, part.offset(by: [-3, -4]), true),
    ]
    for (step, reads, leavesNothingToCut) in steps {
      let recipe = step(picture).cropped(to: part)
      let after = step(picture.cropped(to: picture.extent.pixels(in: reads)))
      #expect(try optimized(recipe) == (leavesNothingToCut ? after : after.cropped(to: part)))
      #expect(try optimized(recipe).extent == recipe.extent)
      try expectSamePixels(recipe)
    }
  }

  @Test func aCropThatCutsNothingThatIsReadCostsNoMask() throws {
    let blurred = exposed(picture, 2).gathered(by: BoxBlur.pass, Axis.vertical, Float(2))
    let recipe = try optimized(blurred.cropped(to: part))
    #expect(recipe.topological.contains { $0 == picture.cropped(to: part.outset(by: [0, 2])) })
    func masks(_ region: UserRect) throws -> Int {
      try makeSchedule(recipe, region: region, store: .rgbaHalf).dispatches.flatMap { $0.program.blocks }
        .flatMap(\.instructions).reduce(0) { if case .mask = $1 { $0 + 1 } else { $0 } }
    }
    #expect(try masks(part) == 0)
  }

  @Test func whatSeveralReadersLookAtIsCutToAllOfItTogether() throws {
    let shared = curved(picture)
    let recipe = Node.combined(
      [
        exposed(shared, 2).cropped(to: UserRect(x: 2, y: 2, width: 6, height: 5)),
        shared.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)).cropped(to: UserRect(x: 12, y: 8, width: 5, height: 4)),
      ], by: SourceOverCompositing.formula, extent: .union)
    let after = try optimized(recipe)
    #expect(after.topological.filter { if case .source = $0.op { true } else { false } }.count == 1)
    #expect(after.topological.contains { $0 == curved(picture.cropped(to: UserRect(x: 2, y: 2, width: 18, height: 10))) })
    try expectSamePixels(recipe)
  }

  @Test func whatNobodyLooksAtBecomesEmpty() throws {
    let corner = TestImage.smooth(8, 6)
    let recipe = Node.combined([corner, picture], by: SourceOverCompositing.formula, extent: .union)
      .cropped(to: UserRect(x: 20, y: 10, width: 5, height: 5))
    #expect(!(try optimized(recipe).topological.contains(corner)))
    try expectSamePixels(recipe)
  }

  @Test func aCropStaysAboveAnIntermediateAndAboveWhatWouldEndElsewhere() throws {
    let kept = Node(.intermediate(cache: true), [picture]).cropped(to: part)
    #expect(try optimized(kept) == kept)
    // Clamped to a pixel that the picture does not have, all is clear; the plane stays infinite.
    let beyond = picture.clamped(to: UserRect(x: -8, y: 0, width: 20, height: 9)).cropped(to: UserRect(x: -20, y: 0, width: 9, height: 9))
    #expect(try optimized(beyond) == beyond)
    try expectSamePixels(beyond)
  }

  /// The figure of the guide to Core Image: a colour effect, a bloom, and a crop at the end that becomes the first step.
  @Test func theCropOfTheGuideStandsFirst() throws {
    let picture = TestImage.smooth(400, 300)
    let crop = UserRect(x: 100, y: 90, width: 50, height: 40)
    let sepia = picture.mapped(
      by: SepiaTone.formula, SIMD3<Float>(0.2, 0.7, 0.1), SIMD3<Float>(1, 1, 0), SIMD4<Float>(0, 1, 0, 0),
      SIMD4<Float>(0, 1, 0, 0), Float(0.8))
    let filter = try #require(Catalogue.filter(named: "CIBloom"))
    let bloom = try #require(
      try filter.image(from: ["inputImage": .image(sepia), "inputRadius": .number(5), "inputIntensity": .number(1)]))
    let recipe = bloom.cropped(to: crop)
    let after = try optimized(recipe)
    #expect(after.extent == .finite(crop))
    // What the blur reads to each side, and nothing else is computed.
    let first = try #require(after.topological.first { $0.inputs.first == picture })
    guard case .crop(let read) = first.op else { throw RenderError.invalidArgument("\(after)") }
    #expect(crop.outset(by: 26).contains(read))
    let processed = try makeSchedule(after, region: picture.extent.rect!, store: .rgba8).dispatches
      .map { $0.region == picture.extent.rect! ? 0 : $0.pixelCount }.reduce(0, +)
    #expect(processed <= 2 * Int(read.area))
    expect(
      try Backend.optimizedReference.render(recipe, crop), equals: try renderReference(recipe, crop), within: .float)
  }

  @Test func aStepThatOthersReadIsNotMadeTwice() throws {
    let shared = curved(picture)
    let recipe = Node.combined(
      [exposed(shared, 2).cropped(to: part), shared], by: SourceOverCompositing.formula, extent: .union)
    let after = try optimized(recipe)
    #expect(after.topological.filter { $0 == shared }.count == 1)
    try expectSamePixels(recipe)
  }

  // MARK: - Colours and maps

  private let shrinking = AffineMap(a: 0.5, b: 0.1, c: -0.1, d: 0.6, tx: 3, ty: 2)
  private let enlarging = AffineMap(a: 2.5, b: 0, c: 0, d: 2.5, tx: -20, ty: -10)

  @Test func aLinearStepIsMadeAfterInterpolationWhereTheMapShrinks() throws {
    let recipe = exposed(picture, 2).transformed(by: shrinking)!
    #expect(try optimized(recipe) == exposed(picture.transformed(by: shrinking)!, 2))
    // Once a pixel, not once for each of four; and the map reads the source itself.
    let program = try #require(makeSchedule(optimized(recipe), region: frame, store: .rgbaHalf).dispatches.first?.program)
    #expect(program.blocks.count == 2)
    #expect(program.blocks[1].instructions.allSatisfy { if case .call = $0 { false } else { true } })
    try expectSamePixels(recipe)
  }

  @Test func aStepIsMadeBeforeAMapThatEnlarges() throws {
    let recipe = exposed(picture.transformed(by: enlarging)!, 2)
    #expect(try optimized(recipe) == exposed(picture, 2).transformed(by: enlarging)!)
    try expectSamePixels(recipe)
    let coarse = curved(picture.sampled(.nearest).transformed(by: enlarging)!)
    #expect(try optimized(coarse) == Node(.affine(enlarging, .nearest), [curved(picture)]))
    try expectSamePixels(coarse)
    let large = UserRect(x: 0, y: 0, width: 60, height: 40)
    let (before, after) = try (
      makeSchedule(coarse, region: large, store: .rgbaHalf), makeSchedule(optimized(coarse), region: large, store: .rgbaHalf)
    )
    #expect(before.dispatches.count == 1 && after.dispatches.count == 2)
    #expect(after.dispatches[0].pixelCount <= 26 * 18)
  }

  @Test func aStepThatIsNotLinearStaysOnItsSideOfInterpolation() throws {
    for recipe in [curved(picture).transformed(by: shrinking)!, curved(picture.transformed(by: enlarging)!)] {
      #expect(try optimized(recipe) == recipe)
      try expectSamePixels(recipe)
    }
  }

  @Test func aNearestReadingAndAStepOfWholePixelsLetEveryPointwiseStepThrough() throws {
    for image in [curved(picture).sampled(.nearest).transformed(by: .scale(0.5, 0.5))!, curved(picture).transformed(by: .translation(5, 3))!] {
      let after = try optimized(image)
      guard case .formula = after.op else { throw RenderError.invalidArgument("\(after)") }
      try expectSamePixels(image)
    }
  }

  @Test func aLinearStepIsMadeAfterAMean() throws {
    let blurred = exposed(picture, 2).gathered(by: BoxBlur.pass, Axis.horizontal, Float(3))
    #expect(try optimized(blurred) == exposed(picture.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)), 2))
    let average = try #require(Catalogue.filter(named: "CIAreaAverage"))
    for recipe in [
      blurred, exposed(picture, 2).clampedToExtent.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)),
      exposed(picture, 2).warped(by: TwirlDistortion.formula, SIMD2<Float>(9, 9), Float(5), Float(2)),
      try #require(try average.image(from: ["inputImage": .image(exposed(picture, 2)), "inputExtent": .vector([2, 2, 30, 20])])),
    ] {
      guard case .formula = try optimized(recipe).op else { throw RenderError.invalidArgument("\(try optimized(recipe))") }
      try expectSamePixels(recipe)
    }
    // On its way up a low resolution has fewer pixels than what is made of it.
    let low = exposed(picture.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)), 2)
    let up = low.gathered(by: GaussianBlur.expand, Axis.horizontal, Int32(4))
    #expect(try optimized(up) == up)
  }

  @Test func aStepThatIsReadElsewhereStays() throws {
    let bright = curved(exposed(picture, 2))
    let recipe = Node.combined(
      [bright.transformed(by: .translation(3, 3))!, bright], by: SourceOverCompositing.formula, extent: .union)
    #expect(try optimized(recipe) == recipe)
  }

  // MARK: - Sharing

  @Test func equalPartsAreOneNode() throws {
    func part() -> Node { curved(picture).gathered(by: BoxBlur.pass, Axis.horizontal, Float(9)) }
    let recipe = Node.combined([exposed(part(), 2), part()], by: SourceOverCompositing.formula, extent: .union)
    let after = try optimized(recipe)
    #expect(recipe.topological.count == 7)
    #expect(after.topological.count == 5)
    let (before, shared) = try (
      makeSchedule(recipe, region: frame, store: .rgbaHalf), makeSchedule(after, region: frame, store: .rgbaHalf)
    )
    #expect(shared.dispatches.count < before.dispatches.count)
    try expectSamePixels(recipe)
  }
}
