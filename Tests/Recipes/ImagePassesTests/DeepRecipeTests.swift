import ImageFilters
import ImageGraph
import ImagePasses
import ImagePlanning
import TestSupport
import Testing

/// A recipe may be 100,000 steps deep: passes neither recurse nor look at everything again for each step.
@Suite struct DeepRecipeTests {
  private let image = TestImage.smooth(8, 8)
  private static let turn = AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 1, ty: 0)

  /// Steps that fold, that stay, that move, and that vanish.
  private static let kinds: [(String, @Sendable (Node, Int) -> Node)] = [
    ("gains", { node, index in node.mapped(by: ExposureAdjust.formula, index % 2 == 0 ? 2 : Float(0.5)) }),
    ("curves", { node, index in node.mapped(by: GammaAdjust.formula, index % 2 == 0 ? 0.9 : Float(1.1)) }),
    (
      "crops",
      { node, index in
        node.mapped(by: GammaAdjust.formula, Float(0.9)).cropped(
          to: UserRect(x: 0, y: 0, width: 8 - Double(index % 3), height: 7))
      }
    ),
    (
      "blurs",
      { node, index in
        node.mapped(by: ExposureAdjust.formula, Float(1.01)).gathered(
          by: BoxBlur.pass, Axis.allCases[index % 2], Float(1)
        )
        .cropped(to: UserRect(x: 0, y: 0, width: 8, height: 8))
      }
    ),
    (
      "maps",
      { node, index in
        Node(.affine(index % 2 == 0 ? DeepRecipeTests.turn : DeepRecipeTests.turn.inverse!, .linear), [node])
          .cropped(to: UserRect(x: 0, y: 0, width: 8, height: 8))
      }
    ),
    (
      "blends",
      { node, index in
        Node.combined([node, node], by: SourceOverCompositing.formula, extent: .union).cropped(
          to: UserRect(x: 0, y: 0, width: 8, height: 8 - Double(index % 2)))
      }
    ),
    (
      "constants",
      { node, _ in
        Node.combined(
          [node, .generated(by: .constant, SIMD4<Float>.zero)], by: SourceOverCompositing.formula, extent: .first)
      }
    ),
  ]

  @Test(arguments: kinds.indices) func aHundredThousandStepsAreOptimizedAndPlanned(kind: Int) throws {
    let (name, step) = Self.kinds[kind]
    var (recipe, index) = (step(image, 0), 1)
    let size = recipe.topological.count - 1
    while index * size < 100_000 {
      recipe = step(recipe, index)
      index += 1
    }
    let clock = ContinuousClock()
    var after = recipe
    let optimizing = try clock.measure { after = try optimized(recipe, options: PassOptions()) }
    #expect(after.extent == recipe.extent)
    let planning = try clock.measure {
      let schedule = try makeSchedule(after, ScheduleTarget(UserRect(x: 0, y: 0, width: 8, height: 8), as: .rgbaHalf))
      #expect(!schedule.dispatches.isEmpty)
    }
    // Minutes if anything were looked at again for each step; the machine may be busy.
    #expect(optimizing + planning < .seconds(60), "\(name): \(optimizing) and \(planning)")
  }
}
