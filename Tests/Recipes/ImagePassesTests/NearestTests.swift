import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

/// Reading a pixel that is not stored gives what storing it would.
@Suite struct NearestTests {
  private let frame = UserRect(x: 0, y: 0, width: 32, height: 24)
  private let gradient = Node.generated(
    by: LinearGradient.formula, SIMD4<Float>(1, 0, 0.5, 1), SIMD4<Float>(0, 1, 0.25, 0.5), SIMD2<Float>(0, 0),
    SIMD2<Float>(0.03, 0.01))

  @Test func aGeneratedImageIsComputedAtThePixelsCentre() throws {
    let moved = gradient.sampled(.nearest).transformed(by: .translation(1 / 3.0, 1 / 3.0))!
    let schedule = try makeSchedule(moved, ScheduleTarget(frame, as: .rgbaHalf))
    #expect(schedule.dispatches.count == 1)
    #expect(schedule.dispatches[0].program.description.contains("nearestInside"))
  }

  @Test func aStoredImageFindsThePixelItself() throws {
    let moved = TestImage.chart.sampled(.nearest).transformed(by: .translation(1 / 3.0, 1 / 3.0))!
    let recipe = try optimized(moved, options: PassOptions())
    let schedule = try makeSchedule(recipe, ScheduleTarget(frame, as: .rgbaHalf))
    #expect(!schedule.dispatches[0].program.description.contains("nearestInside"))
  }

  @Test(arguments: Backend.available) func allBackendsReadTheSamePixel(_ backend: Backend) throws {
    let turned = gradient.transformed(by: AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 3.1, ty: 4.2))!
    for image in [gradient, turned] {
      let enlarged = image.sampled(.nearest).transformed(by: .scale(3, 3))!
      expect(
        try backend.render(enlarged, frame), equals: try renderReference(enlarged, frame), within: .half, "\(enlarged)")
    }
  }
}
