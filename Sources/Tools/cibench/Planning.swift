import CoreImage
import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning

/// Prints the time of planning by stage: medians in microseconds.
///
/// - `cached`: a recipe with a cached structure, with other values or another image.
/// - `moved`: a recipe with a cached structure and other geometry: its regions, and the arguments that depend on them,
///   are computed again.
/// - `plan`: the complete planning of a cached recipe, with its memory plan.
func planning(runs: Int) throws {
  print("microseconds     optimise   regions    stored  schedule     total    cached     moved      plan")
  let recipes: [(name: String, steps: (CIImage, Double) -> CIImage)] =
    [1, 8, 40].map { count in ("\(count) steps", { image, _ in chain(count)(image) }) } + [
      ("8, rotated", { chain(8)($0).transformed(by: CGAffineTransform(rotationAngle: .pi / 6 + $1)) }),
      ("8, blurred", { chain(8)($0).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10 + $1]) }),
    ]
  for (name, steps) in recipes {
    let image = steps(Harness.smallImage, 0)
    let region = UserRect(image.extent)
    let options = PassOptions(outputSpace: .sRGB)
    let target = ScheduleTarget(region, as: .rgba8)
    let planner = Planner(for: .unbounded(named: "benchmark", rules: CostRules()))
    let recipe = try optimized(image.node, options: options)
    let needed = try NeededRegions(of: recipe, for: region)
    let cache = RecipeCache()
    func scheduleCached(_ image: CIImage) throws {
      _ = try cache.recipe(image.node, options: options).schedule(target) { (recipe, model) throws(RenderError) in
        try ScheduleModel(recipe, target, like: model)
      }
    }
    // The changes are too small to change the structure.
    var run = 0
    let others = (0...runs).map { steps(Harness.smallImage, Double($0 + 1) / Double(runs) / 10) }
    let stages: [() throws -> Void] = [
      { _ = try optimized(image.node, options: options) },
      { _ = try NeededRegions(of: recipe, for: region) },
      { _ = StoredNodes(needed: needed, rules: CostRules()) },
      { _ = try makeSchedule(recipe, target) },
      { _ = try makeSchedule(try optimized(image.node, options: options), target) },
      { try scheduleCached(image) },
      {
        run += 1
        try scheduleCached(others[run - 1])
      },
      { _ = try planner.plan(RenderRequest(image.node, region: region, format: .rgba8, options: options)) },
    ]
    let times = try stages.map { stage in
      try median((0..<runs).map { _ in try milliseconds(stage) * 1000 }).median
    }
    print(
      name.padding(toLength: 14, withPad: " ", startingAt: 0)
        + times.map { time in
          let text = "\((time * 10).rounded() / 10)"
          return String(repeating: " ", count: max(1, 10 - text.count)) + text
        }.joined())
  }
}
