import CoreImage
import Foundation
import ImageGraph
import ImagePasses

/// Prints what planning costs, stage by stage, in microseconds: the median of many. `known` is what a recipe costs whose structure
/// was planned before with other values; what moves pixels or how far a blur reaches is structure, as regions and sizes of buffers
/// follow from it, so a slider of those costs what stands under `together`.
func planning(runs: Int) throws {
  print("microseconds     optimise   regions    stored  schedule  together     known")
  let recipes: [(name: String, steps: (CIImage) -> CIImage)] =
    [1, 8, 40].map { ("\($0) steps", chain($0)) } + [
      ("8, rotated", { chain(8)($0).transformed(by: CGAffineTransform(rotationAngle: .pi / 6)) }),
      ("8, blurred", { chain(8)($0).applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10]) }),
    ]
  for (name, steps) in recipes {
    let image = steps(Harness.smallPicture)
    let region = UserRect(image.extent)
    let options = PassOptions(outputSpace: .sRGB)
    let cache = PlanCache()
    let recipe = try optimized(image.node, options: options)
    let needed = try NeededRegions(of: recipe, for: region)
    let stages: [() throws -> Void] = [
      { _ = try optimized(image.node, options: options) },
      { _ = try NeededRegions(of: recipe, for: region) },
      { _ = StoredNodes(needed: needed, rules: CostRules()) },
      { _ = try makeSchedule(recipe, region: region, store: .rgba8) },
      { _ = try makeSchedule(try optimized(image.node, options: options), region: region, store: .rgba8) },
      {
        var isKnown = true
        let plan = try cache.plan(image.node, options: options, isKnown: &isKnown)
        _ = try plan.schedule(ScheduleRequest(region: region, store: .rgba8), isKnown: &isKnown) {
          recipe throws(RenderError) in try makeSchedule(recipe, region: region, store: .rgba8)
        }
      },
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
