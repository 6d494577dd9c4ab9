import ImageGraph
import ImagePasses
import ImagePrograms

/// A planner of render requests for a device: it determines the runs, their programs and regions, and their order.
///
/// The planner receives the device as a value and allocates nothing on it, so that plans can be made for any device,
/// present or not. It caches the recipes that it has optimised. Thread-safe.
package final class Planner: Sendable {
  package let device: DeviceProfile
  /// The row planner of the engine. Nil if the engine computes every image as a whole.
  let rows: (any RowPlanning)?
  private let recipes = RecipeCache()

  package init(for device: DeviceProfile, rows: (any RowPlanning)? = nil) { (self.device, self.rows) = (device, rows) }

  /// Returns a plan in which no run exceeds the memory target or a limit of the device: a single run if that fits, else
  /// tiles, with phases for steps that read more than fits.
  ///
  /// - Parameter show: receives the optimised recipe. The recipe is then optimised with its own values instead of
  ///   symbols, for printing.
  /// - Throws: `limit` with the requested and allowed bytes if not even the smallest tile fits; `invalidArgument` if a
  ///   step needs an infinite part of an input; `unsupported` if a colour space has no formula.
  package func plan(
    _ request: RenderRequest, log: RenderLog = .silent, show: ((Node) -> Void)? = nil
  ) throws(RenderError) -> RenderPlan {
    let request = request.resolved
    try request.region.checkReach(of: "the rectangle to render")
    let recipe = try recipes.recipe(
      request.root, options: request.options, usesCache: device.fastPaths.contains(.recipeCache), log: log, show: show)
    try checkWholeImages(recipe.sources, in: device.budget)
    if request.isStreamed, let plan = try streamedPlan(recipe, request) { return plan }
    if let run = try onlyRun(recipe, request.target, request.planes.flatMap { PlaneStore($0.planes) }) {
      return RenderPlan(work: .run(run), isCached: recipe.isCached, overlapPixelCount: 0)
    }
    let (work, wholePixelCount) = try Cutter(recipe.node, request, for: device, rows).cut()
    return RenderPlan(
      work: work, isCached: recipe.isCached, overlapPixelCount: work.pixelCount - wholePixelCount)
  }

  /// Returns a plan for a device with less memory than it reported. Nothing is cached.
  ///
  /// - Parameter target: the bytes that runs may plan for, not more than before.
  package func plan(_ request: RenderRequest, within target: Int) throws(RenderError) -> RenderPlan {
    var smaller = device
    smaller.budget = MemoryBudget(target: min(target, device.budget.target))
    return try Planner(for: smaller, rows: rows).plan(request)
  }

  /// Returns the run of a render that needs only one, which depends on structure and geometry. Returns nil if several
  /// runs are needed, which also depend on the sources.
  ///
  /// - Parameter planes: the layout of planes in which the result is stored, if the device supports that.
  private func onlyRun(
    _ recipe: OptimizedRecipe, _ target: ScheduleTarget, _ planes: PlaneStore?
  ) throws(RenderError) -> Run? {
    if recipe.sources.contains(where: device.streams) { return nil }
    let schedule = try recipe.schedule(target) { (node, model) throws(RenderError) in
      let lowered = try ScheduleModel(
        node, target, rules: device.rules,
        like: device.fastPaths.contains(.movedSchedules) ? model : nil, window: device.window)
      // The memory of rows depends on values, for which this schedule has symbols.
      return rows != nil || device.fits(Run(lowered.schedule), rows) ? lowered : nil
    }
    // With other sources, the schedule may not fit.
    guard let schedule else { return nil }
    let run = Run(planes.flatMap { stored(schedule, as: $0) } ?? schedule, cachesRows: true)
    return device.fits(run, rows) ? run : nil
  }

  /// Returns the schedule with its result stored as planes. Returns nil if the device does not support that.
  private func stored(_ schedule: Schedule, as planes: PlaneStore) -> Schedule? {
    guard device.fastPaths.contains(.planeStores), let stored = schedule.storing(planes) else { return nil }
    // A kernel computes whole groups of pixels and cannot read others.
    let isOfGroups = planes.columnWeights == PlaneStore.mean && stored.dispatches.last?.program.pixelsPerInvocation == 4
    return rows != nil || isOfGroups ? stored : nil
  }

  /// Returns the recipe after all passes, with its own values.
  package func optimizedRecipe(of request: RenderRequest) throws(RenderError) -> Node {
    try optimized(request.resolved.root, options: request.options)
  }

  /// Removes all cached recipes and schedules.
  package func clear() { recipes.clear() }
}
