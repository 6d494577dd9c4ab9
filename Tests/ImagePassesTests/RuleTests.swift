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
  private func inverted(_ image: Node) -> Node { image.mapped(by: ColorInvert.formula) }

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

  @Test func whatStandsBetweenKeepsStepsApart() throws {
    let recipe = exposed(inverted(exposed(picture, 2)), 0.5)
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
    let recipe = inverted(exposed(picture, 2)).cropped(to: part)
    #expect(try optimized(recipe) == inverted(exposed(picture.cropped(to: part), 2)))
    try expectSamePixels(recipe)
  }

  @Test func aCropMovesIntoBothSidesOfABlend() throws {
    let other = TestImage.smooth(20, 44)
    let recipe = Node.combined([inverted(picture), other], by: SourceOverCompositing.formula, extent: .union)
      .cropped(to: part)
    let after = Node.combined(
      [inverted(picture.cropped(to: part)), other.cropped(to: part)], by: SourceOverCompositing.formula, extent: .union)
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

  @Test func aCropStaysAboveWhatReadsFurther() throws {
    let blurred = picture.gathered(by: BoxBlur.pass, Axis.horizontal, Float(2))
    let turned = picture.transformed(by: AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 9, ty: 2))!
    let bright = picture.mapped(
      by: ColorMatrix.formula, SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(repeating: 1))
    for image in [blurred, turned, picture.clampedToExtent, bright] {
      let recipe = image.cropped(to: part)
      #expect(try optimized(recipe) == recipe)
      try expectSamePixels(recipe)
    }
  }

  @Test func aStepThatOthersReadIsNotMadeTwice() throws {
    let shared = inverted(picture)
    let recipe = Node.combined(
      [exposed(shared, 2).cropped(to: part), shared], by: SourceOverCompositing.formula, extent: .union)
    let after = try optimized(recipe)
    #expect(after.topological.filter { $0 == shared }.count == 1)
    try expectSamePixels(recipe)
  }

  // MARK: - Sharing

  @Test func equalPartsAreOneNode() throws {
    func part() -> Node { inverted(picture).gathered(by: BoxBlur.pass, Axis.horizontal, Float(9)) }
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
