import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

/// On which side of a map a colour step is made.
@Suite struct StepOrderTests: RuleSuite {
  let image = TestImage.noise(40, 30, seed: 5)

  private let shrinking = AffineMap(a: 0.5, b: 0.1, c: -0.1, d: 0.6, tx: 3, ty: 2)
  private let enlarging = AffineMap(a: 2.5, b: 0, c: 0, d: 2.5, tx: -20, ty: -10)

  @Test func aLinearStepIsMadeAfterInterpolationWhereTheMapShrinks() throws {
    let recipe = exposed(image, 2).transformed(by: shrinking)!
    #expect(try optimized(recipe) == exposed(image.transformed(by: shrinking)!, 2))
    // Once a pixel, not once for each of four; and the map reads the source itself.
    let program = try #require(
      makeSchedule(optimized(recipe), ScheduleTarget(frame, as: .rgbaHalf)).dispatches.first?.program)
    #expect(program.blocks.count == 2)
    #expect(program.blocks[1].instructions.allSatisfy { if case .call = $0 { false } else { true } })
    try expectSamePixels(recipe)
  }

  @Test func aStepIsMadeBeforeAMapThatEnlarges() throws {
    let recipe = exposed(image.transformed(by: enlarging)!, 2)
    #expect(try optimized(recipe) == exposed(image, 2).transformed(by: enlarging)!)
    try expectSamePixels(recipe)
    let coarse = curved(image.sampled(.nearest).transformed(by: enlarging)!)
    #expect(try optimized(coarse) == Node(.affine(enlarging, .nearest), [curved(image)]))
    try expectSamePixels(coarse)
    let large = UserRect(x: 0, y: 0, width: 60, height: 40)
    let (before, after) = try (
      makeSchedule(coarse, ScheduleTarget(large, as: .rgbaHalf)),
      makeSchedule(optimized(coarse), ScheduleTarget(large, as: .rgbaHalf))
    )
    #expect(before.dispatches.count == 1 && after.dispatches.count == 2)
    #expect(after.dispatches[0].pixelCount <= 26 * 18)
  }

  @Test func aStepThatIsNotLinearStaysOnItsSideOfInterpolation() throws {
    for recipe in [curved(image).transformed(by: shrinking)!, curved(image.transformed(by: enlarging)!)] {
      #expect(try optimized(recipe) == recipe)
      try expectSamePixels(recipe)
    }
  }

  @Test func aNearestReadingAndAStepOfWholePixelsLetEveryPointwiseStepThrough() throws {
    for result in [
      curved(image).sampled(.nearest).transformed(by: .scale(0.5, 0.5))!,
      curved(image).transformed(by: .translation(5, 3))!,
    ] {
      let after = try optimized(result)
      guard case .formula = after.op else { throw RenderError.invalidArgument("\(after)") }
      try expectSamePixels(result)
    }
  }

  @Test func aLinearStepIsMadeAfterAMean() throws {
    let blurred = exposed(image, 2).gathered(by: BoxBlur.pass, Axis.horizontal, Float(3))
    #expect(try optimized(blurred) == exposed(image.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)), 2))
    let average = try #require(Catalogue.filter(named: "CIAreaAverage"))
    for recipe in [
      blurred, exposed(image, 2).clampedToExtent.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)),
      exposed(image, 2).warped(by: TwirlDistortion.formula, SIMD2<Float>(9, 9), Float(5), Float(2)),
      try #require(
        try average.image(from: ["inputImage": .image(exposed(image, 2)), "inputExtent": .vector([2, 2, 30, 20])])),
    ] {
      guard case .formula = try optimized(recipe).op else {
        throw RenderError.invalidArgument("\(try optimized(recipe))")
      }
      try expectSamePixels(recipe)
    }
    // On its way up a low resolution has fewer pixels than what is made of it.
    let low = exposed(image.gathered(by: BoxBlur.pass, Axis.horizontal, Float(3)), 2)
    let up = low.gathered(by: GaussianBlur.expand, Axis.horizontal, Int32(4))
    #expect(try optimized(up) == up)
  }

  @Test func aStepThatIsReadElsewhereStays() throws {
    let bright = curved(exposed(image, 2))
    let recipe = Node.combined(
      [bright.transformed(by: .translation(3, 3))!, bright], by: SourceOverCompositing.formula, extent: .union)
    #expect(try optimized(recipe) == recipe)
  }
}
