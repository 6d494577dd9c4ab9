import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

/// Rules that move crops to the sources.
@Suite struct CropRuleTests: RuleSuite {
  let image = TestImage.noise(40, 30, seed: 5)

  @Test func aCropMovesToTheSourceThroughColours() throws {
    let recipe = curved(exposed(image, 2)).cropped(to: part)
    #expect(try optimized(recipe) == curved(exposed(image.cropped(to: part), 2)))
    try expectSamePixels(recipe)
  }

  @Test func aCropMovesIntoBothSidesOfABlend() throws {
    let other = TestImage.smooth(20, 44)
    let recipe = Node.combined([curved(image), other], by: SourceOverCompositing.formula, extent: .union)
      .cropped(to: part)
    let after = Node.combined(
      [curved(image.cropped(to: part)), other.cropped(to: part)], by: SourceOverCompositing.formula, extent: .union)
    #expect(try optimized(recipe) == after)
    try expectSamePixels(recipe)
  }

  @Test func aCropMovesAgainstAStep() throws {
    let recipe = exposed(image.transformed(by: .translation(3, 4))!, 2).cropped(to: part)
    let before = image.cropped(to: part.offset(by: [-3, -4]))
    #expect(try optimized(recipe) == exposed(before.transformed(by: .translation(3, 4))!, 2))
    try expectSamePixels(recipe)
  }

  @Test func theExtentStaysFractionsIncluded() throws {
    let fractional = UserRect(x: 6.3, y: 5.5, width: 10, height: 8)
    for result in [
      exposed(image, 2), image.transformed(by: .translation(3, 4))!,
      Node.combined([image, TestImage.smooth(8, 44)], by: SourceOverCompositing.formula, extent: .union),
    ] {
      let recipe = result.cropped(to: fractional)
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
      (
        { $0.warped(by: TwirlDistortion.formula, SIMD2<Float>(10, 10), Float(4), Float(1)) },
        part.union(UserRect(x: 6, y: 6, width: 8, height: 8)).outset(by: 0.51).pixels, false
      ),
      ({ [frame] in $0.clamped(to: frame) }, part, false),
      ({ $0.mapped(by: ColorMatrix.formula, blackened, blackened, blackened, blackened, lifted) }, part, true),
      ({ $0.transformed(by: .translation(3, 4))! }, part.offset(by: [-3, -4]), true),
    ]
    for (step, reads, leavesNothingToCut) in steps {
      let recipe = step(image).cropped(to: part)
      let after = step(image.cropped(to: image.extent.pixels(in: reads)))
      #expect(try optimized(recipe) == (leavesNothingToCut ? after : after.cropped(to: part)))
      #expect(try optimized(recipe).extent == recipe.extent)
      try expectSamePixels(recipe)
    }
  }

  @Test func aCropThatCutsNothingThatIsReadCostsNoMask() throws {
    let blurred = exposed(image, 2).gathered(by: BoxBlur.pass, Axis.vertical, Float(2))
    let recipe = try optimized(blurred.cropped(to: part))
    #expect(recipe.topological.contains { $0 == image.cropped(to: part.outset(by: [0, 2])) })
    func masks(_ region: UserRect) throws -> Int {
      try makeSchedule(recipe, ScheduleTarget(region, as: .rgbaHalf)).dispatches.flatMap { $0.program.blocks }
        .flatMap(\.instructions).reduce(0) { if case .mask = $1 { $0 + 1 } else { $0 } }
    }
    #expect(try masks(part) == 0)
  }

  @Test func whatSeveralReadersLookAtIsCutToAllOfItTogether() throws {
    let shared = curved(image)
    let recipe = Node.combined(
      [
        exposed(shared, 2).cropped(to: UserRect(x: 2, y: 2, width: 6, height: 5)),
        shared.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)).cropped(
          to: UserRect(x: 12, y: 8, width: 5, height: 4)),
      ], by: SourceOverCompositing.formula, extent: .union)
    let after = try optimized(recipe)
    #expect(after.topological.filter { if case .source = $0.op { true } else { false } }.count == 1)
    #expect(
      after.topological.contains { $0 == curved(image.cropped(to: UserRect(x: 2, y: 2, width: 18, height: 10))) })
    try expectSamePixels(recipe)
  }

  @Test func unreadStepsBecomeEmpty() throws {
    let corner = TestImage.smooth(8, 6)
    let recipe = Node.combined([corner, image], by: SourceOverCompositing.formula, extent: .union)
      .cropped(to: UserRect(x: 20, y: 10, width: 5, height: 5))
    #expect(!(try optimized(recipe).topological.contains(corner)))
    try expectSamePixels(recipe)
  }

  @Test func aCropStaysAboveAnIntermediateAndAboveWhatWouldEndElsewhere() throws {
    let kept = Node(.intermediate(cache: true), [image]).cropped(to: part)
    #expect(try optimized(kept) == kept)
    // Clamped to a pixel that the image does not have, all is clear; the plane stays infinite.
    let beyond = image.clamped(to: UserRect(x: -8, y: 0, width: 20, height: 9)).cropped(
      to: UserRect(x: -20, y: 0, width: 9, height: 9))
    #expect(try optimized(beyond) == beyond)
    try expectSamePixels(beyond)
  }

  /// The figure of the guide to Core Image: a colour effect, a bloom, and a crop at the end that becomes the first
  /// step.
  @Test func theCropOfTheGuideStandsFirst() throws {
    let image = TestImage.smooth(400, 300)
    let crop = UserRect(x: 100, y: 90, width: 50, height: 40)
    let sepia = image.mapped(
      by: SepiaTone.formula, SIMD3<Float>(0.2, 0.7, 0.1), SIMD3<Float>(1, 1, 0), SIMD4<Float>(0, 1, 0, 0),
      SIMD4<Float>(0, 1, 0, 0), Float(0.8))
    let filter = try #require(Catalogue.filter(named: "CIBloom"))
    let bloom = try #require(
      try filter.image(from: ["inputImage": .image(sepia), "inputRadius": .number(5), "inputIntensity": .number(1)]))
    let recipe = bloom.cropped(to: crop)
    let after = try optimized(recipe)
    #expect(after.extent == .finite(crop))
    // What the blur reads to each side, and nothing else is computed.
    let first = try #require(after.topological.first { $0.inputs.first == image })
    guard case .crop(let read) = first.op else { throw RenderError.invalidArgument("\(after)") }
    #expect(crop.outset(by: 26).contains(read))
    let processed = try makeSchedule(after, ScheduleTarget(image.extent.rect!, as: .rgba8)).dispatches
      .map { $0.region == image.extent.rect! ? 0 : $0.pixelCount }.reduce(0, +)
    #expect(processed <= 2 * Int(read.area))
    expect(
      try Backend.optimizedReference.render(recipe, crop), equals: try renderReference(recipe, crop), within: .float)
  }

  @Test func aStepThatOthersReadIsNotMadeTwice() throws {
    let shared = curved(image)
    let recipe = Node.combined(
      [exposed(shared, 2).cropped(to: part), shared], by: SourceOverCompositing.formula, extent: .union)
    let after = try optimized(recipe)
    #expect(after.topological.filter { $0 == shared }.count == 1)
    try expectSamePixels(recipe)
  }
}
