import ImageGraph
import ImagePasses
import ImagePrograms

/// Makes plans of requests for one device: which runs, in which order, of which programs on which pixels.
///
/// The planner gets the device as a value and allocates nothing there, so plans can be made for any device, present or
/// not. It caches the recipes that it has optimized. Safe to use from any number of threads.
package final class Planner: Sendable {
  package let device: DeviceProfile
  /// The row planner of the engine. Nil if the engine computes every image as a whole.
  let rows: (any RowPlanning)?
  private let recipes = RecipeCache()

  package init(for device: DeviceProfile, rows: (any RowPlanning)? = nil) { (self.device, self.rows) = (device, rows) }

  /// How to render so that no run passes the memory target or a limit of the device: at once where that fits, else in
  /// tiles, steps first that take more input than fits.
  ///
  /// - Parameter show: gets the optimised recipe, made for its own values then, as people want to see their numbers.
  /// - Throws: `limit` with the bytes asked for and allowed when not even the smallest tile fits; `invalidArgument`
  ///   when a step needs an infinite part of an input; `unsupported` when a colour space has no formula.
  package func plan(
    _ request: RenderRequest, log: RenderLog = .silent, show: ((Node) -> Void)? = nil
  ) throws(RenderError) -> RenderPlan {
    try request.region.checkReach(of: "the rectangle to render")
    let recipe = try recipes.recipe(
      request.root, options: request.options, isCached: device.fastPaths.contains(.recipeCache), log: log, show: show)
    try checkWholeImages(recipe.sources, in: device.budget)
    if request.isStreamed, let plan = try streamedPlan(recipe, request) { return plan }
    if let run = try onlyRun(recipe, request.target, request.planes) {
      return RenderPlan(work: .run(run), isKnown: recipe.isKnown, overlapPixelCount: 0)
    }
    let (work, wholePixelCount) = try Cutter(recipe.node, request, for: device, rows).cut()
    return RenderPlan(
      work: work, isKnown: recipe.isKnown, overlapPixelCount: work.pixelCount - wholePixelCount)
  }

  /// The plan for a device that turned out to have less memory than it said. Nothing of it is kept.
  ///
  /// - Parameter target: bytes that runs may plan for; not more than before.
  package func plan(_ request: RenderRequest, within target: Int) throws(RenderError) -> RenderPlan {
    var smaller = device
    smaller.budget = MemoryBudget(target: min(target, device.budget.target))
    return try Planner(for: smaller, rows: rows).plan(request)
  }

  /// The only run that a render takes, where one is enough: it follows from structure and places. Nil where there are
  /// several, which depend on the sources, too.
  ///
  /// - Parameter planes: stores the result as these where the device does.
  private func onlyRun(
    _ recipe: OptimizedRecipe, _ target: ScheduleTarget, _ planes: PlaneStore?
  ) throws(RenderError) -> Run? {
    if recipe.sources.contains(where: device.streams) { return nil }
    let schedule = try recipe.schedule(target) { (node, model) throws(RenderError) in
      let made = try ScheduleModel(
        node, target, rules: device.rules,
        like: device.fastPaths.contains(.movedSchedules) ? model : nil, window: device.window)
      // What rows take follows from values, which stand for any here.
      return rows != nil || device.excess(of: Run(made.schedule), rows) == nil ? made : nil
    }
    // With other sources it may not fit that did before.
    guard let schedule else { return nil }
    let run = Run(planes.flatMap { stored(schedule, as: $0) } ?? schedule, knowsRows: true)
    return device.excess(of: run, rows) == nil ? run : nil
  }

  /// A schedule whose result is stored as planes; nil where the device's dispatches do not.
  private func stored(_ schedule: Schedule, as planes: PlaneStore) -> Schedule? {
    guard device.fastPaths.contains(.planeStores), let stored = schedule.storing(planes) else { return nil }
    // A kernel makes whole groups of pixels, and sees no others.
    let isOfGroups = planes.across == PlaneStore.mean && stored.dispatches.last?.program.pixelsPerInvocation == 4
    return rows != nil || isOfGroups ? stored : nil
  }

  /// The recipe as the passes leave it, with its own values.
  package func optimizedRecipe(of request: RenderRequest) throws(RenderError) -> Node {
    try optimized(request.root, options: request.options)
  }

  /// Forgets recipes and schedules.
  package func clear() { recipes.clear() }
}
