import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import TestSupport
import Testing

/// Rules that make a recipe cheaper: what folds, what is shared.
@Suite struct RuleTests: RuleSuite {
  let image = TestImage.noise(40, 30, seed: 5)

  // MARK: - Folding

  @Test func gainsFold() throws {
    let recipe = exposed(exposed(exposed(image, 2), 0.25), 3)
    #expect(try optimized(recipe) == exposed(image, 1.5))
    #expect(try calls(recipe) == 3)
    #expect(try calls(try optimized(recipe)) == 1)
    try expectSamePixels(recipe)
  }

  @Test func gainsBeyondTheRangeOfFloatsStay() throws {
    let recipe = exposed(exposed(image, 0x1p-100), 0x1p-100)
    #expect(try optimized(recipe) == recipe)
    #expect(try optimized(exposed(exposed(image, 0x1p100), 0x1p100)).inputs[0] != image)
  }

  @Test func aSliderFoldsToTheSameProgram() throws {
    func program(_ gain: Float) throws -> Program {
      let recipe = try optimized(exposed(exposed(image, 2), gain))
      return try makeSchedule(recipe, ScheduleTarget(frame, as: .rgbaHalf)).dispatches[0].program
    }
    #expect(try program(0.5) == program(3))
  }

  @Test func matricesFoldInTheirOrder() throws {
    let rows: [[SIMD3<Float>]] = [
      [[0.7, 0.2, 0.1], [0, 1, -0.2], [0.3, 0, 0.6]], [[0.5, 0, 0.4], [0.1, 0.9, 0], [-0.3, 0.2, 1]],
    ]
    let recipe = rows.reduce(image) { $0.mapped(by: HueAdjust.formula, $1[0], $1[1], $1[2]) }
    #expect(try calls(try optimized(recipe)) == 1)
    try expectSamePixels(recipe)
  }

  @Test func linearStepsOfSeveralFormulasFoldToOneMatrix() throws {
    var recipe = exposed(image, 1.5).mapped(by: ColorInvert.formula)
    recipe = recipe.mapped(
      by: HueAdjust.formula, SIMD3<Float>(0.7, 0.2, 0.1), SIMD3<Float>(0, 1, -0.2), SIMD3<Float>(0.3, 0, 0.6))
    recipe = recipe.mapped(by: ColorControls.formula, SIMD3<Float>(0.2, 0.7, 0.1), Float(1.2), Float(0.8), Float(0.1))
    recipe = recipe.mapped(
      by: .linear, SIMD4<Float>(0.9, 0.1, 0, 0.05), SIMD4<Float>(0, 0.8, 0.1, 0), SIMD4<Float>(0.1, 0, 0.7, -0.1))
    let after = try optimized(recipe)
    #expect(try calls(recipe) == 5)
    #expect(try calls(after) == 1)
    #expect(after.inputs == [image])
    try expectSamePixels(recipe)
  }

  /// Colour under alpha 0, and alpha below 0: what a division by alpha would lose.
  @Test func foldedMatricesKeepWhatStandsUnderNoAlpha() throws {
    let odd = TestImage.floats(4, 1) { x, _ in
      [[0.5, 0.25, 1, 0], [0.5, 1, 0.25, -0.5], [3, -2, 1, 2], [0, 0, 0, 0]][x]
    }
    try expectSamePixels(exposed(odd, 0.5).mapped(by: ColorInvert.formula))
  }

  @Test(arguments: [(1, 0, 1), (0, 0, 1), (1, 0.25, 1), (1, 0, 0.5)])
  func aColorMatrixIsLinearOnlyWhereAlphaStays(alpha: (own: Double, red: Double, opacity: Double)) throws {
    let filter = try #require(Catalogue.filter(named: "CIColorMatrix"))
    let values: [String: InputValue] = [
      "inputImage": .image(image), "inputRVector": .vector([0.5, 0.25, 0, 0]),
      "inputAVector": .vector([alpha.red, 0, 0, alpha.own * alpha.opacity]),
      "inputBiasVector": .vector([0.1, 0, 0.2, 0]),
    ]
    let recipe = try #require(try filter.image(from: values))
    let isLinear = alpha == (1, 0, 1)
    #expect((try calls(optimized(exposed(recipe, 2))) == 1) == isLinear)
    try expectSamePixels(recipe)
  }

  @Test func whatStandsBetweenKeepsStepsApart() throws {
    let recipe = exposed(curved(exposed(image, 2)), 0.5)
    #expect(try optimized(recipe) == recipe)
  }

  // MARK: - Geometry

  @Test func aStepOfWholePixelsJoinsAnInterpolation() throws {
    let turn = AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.5, ty: 2)
    let step = AffineMap.translation(5, -3)
    // Made by hand: a recipe's own maps in a row are one already.
    for (first, second) in [(turn, step), (step, turn), (step, step)] {
      let recipe = Node(.affine(second, .linear), [Node(.affine(first, .linear), [image])])
      #expect(try optimized(recipe) == Node(.affine(first.followed(by: second), .linear), [image]))
      try expectSamePixels(recipe)
    }
  }

  @Test func twoInterpolationsStayTwo() throws {
    let turn = AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.5, ty: 2)
    let recipe = Node(.affine(turn, .linear), [Node(.affine(turn, .linear), [image])])
    #expect(try optimized(recipe) == recipe)
  }

  // MARK: - Sharing

  @Test func equalPartsAreOneNode() throws {
    func part() -> Node { curved(image).gathered(by: BoxBlur.pass, Axis.horizontal, Float(9)) }
    let recipe = Node.combined([exposed(part(), 2), part()], by: SourceOverCompositing.formula, extent: .union)
    let after = try optimized(recipe)
    #expect(recipe.topological.count == 7)
    #expect(after.topological.count == 5)
    let (before, shared) = try (
      makeSchedule(recipe, ScheduleTarget(frame, as: .rgbaHalf)),
      makeSchedule(after, ScheduleTarget(frame, as: .rgbaHalf))
    )
    #expect(shared.dispatches.count < before.dispatches.count)
    try expectSamePixels(recipe)
  }
}
