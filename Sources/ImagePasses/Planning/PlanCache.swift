import ImageGraph
import Synchronization

/// Plans of the recipes seen so far, by structure: with another value of a slider, or another picture of the same size and format, a
/// recipe is optimised already. Where nothing has moved either, its schedule is there, too.
///
/// A recipe is always planned by its symbolic form, whether the cache has it or not. So what the cache gives cannot depend on the
/// values that came first; where a rule looks at a value all the same, that structure is planned anew for each render.
package final class PlanCache: Sendable {
  private struct Key: Hashable {
    var root: Node
    var shapes: [Source.Shape]
    var options: PassOptions
  }

  private final class Entry {
    let plan: SharedPlan
    var lastUse: Int
    init(_ plan: SharedPlan, _ lastUse: Int) { (self.plan, self.lastUse) = (plan, lastUse) }
  }

  private struct State {
    var plans: [Key: Entry] = [:]
    var clock = 0
    /// Steps of all recipes that are kept.
    var stepCount = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  /// A recipe may have 100,000 steps; not many of those are kept.
  private static let stepCapacity = 200_000

  /// - Parameter capacity: structures that are kept; the longest unused goes first.
  package init(capacity: Int = 256) { self.capacity = capacity }

  /// The recipe's plan, found or made.
  ///
  /// - Parameters:
  ///   - show: gets the optimised recipe, planned for its own values then, as people want to see their numbers.
  ///   - isKnown: set to false when the recipe had to be optimised.
  package func plan(
    _ root: Node, options: PassOptions, log: RenderLog = .silent, show: ((Node) -> Void)? = nil,
    isKnown: inout Bool
  ) throws(RenderError) -> Plan {
    func own() throws(RenderError) -> Plan {
      isKnown = false
      let recipe = try optimized(root, options: options, log: log)
      show?(recipe)
      return Plan(recipe: .own(recipe))
    }
    if show != nil { return try own() }
    // Values and places decide which steps there are; of those that are left they decide nothing.
    var settled = root
    for pass in settlingPasses { settled = try pass.run(settled, options) }
    let symbolic = SymbolicRecipe(settled)
    let key = Key(root: symbolic.root, shapes: symbolic.shapes, options: options)
    var plan = find(key)
    if plan == nil {
      isKnown = false
      let made = SharedPlan(
        try optimized(symbolic.root, by: structurePasses, options: options, log: log), symbolic.table,
        stepCount: symbolic.stepCount)
      keep(made, key)
      plan = made
    }
    guard let plan, let values = plan.values(for: symbolic.values) else { return try own() }
    return Plan(recipe: .shared(plan, values: values, steps: symbolic.steps, sources: symbolic.sources))
  }

  package func clear() { state.withLock { ($0.plans, $0.stepCount) = ([:], 0) } }

  /// Structures that are kept.
  package var count: Int { state.withLock { $0.plans.count } }

  /// Schedules of all of them.
  package var scheduleCount: Int { state.withLock { $0.plans.values.reduce(0) { $0 + $1.plan.scheduleCount } } }

  private func find(_ key: Key) -> SharedPlan? {
    state.withLock { state in
      guard let found = state.plans[key] else { return nil }
      state.clock += 1
      found.lastUse = state.clock
      return found.plan
    }
  }

  private func keep(_ plan: SharedPlan, _ key: Key) {
    state.withLock { state in
      while state.plans.count >= capacity || state.stepCount + plan.stepCount > Self.stepCapacity,
        let oldest = state.plans.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.plans[oldest.key] = nil
        state.stepCount -= oldest.value.plan.stepCount
      }
      state.clock += 1
      // Another thread may have planned the same.
      state.stepCount += plan.stepCount - (state.plans[key]?.plan.stepCount ?? 0)
      state.plans[key] = Entry(plan, state.clock)
    }
  }
}

/// The optimised recipe of one structure, and its schedules for the places that were seen last.
final class SharedPlan: Sendable {
  private struct Key: Hashable {
    var request: ScheduleRequest
    var steps: [Op]
  }

  /// With symbols for steps that have a place.
  let recipe: Node
  private let table: SymbolTable
  /// Nil: one schedule is not enough.
  private let schedules = Mutex<[Key: Schedule?]>([:])
  /// The last schedule of each kind of request, for others to be made of.
  private let models = Mutex<[ScheduleRequest: Schedule]>([:])
  /// Parts of a large picture have a schedule each; more than these are not worth their memory, and fewer of long recipes: so many
  /// steps in all.
  private static let capacity = 64
  private static let stepCapacity = 512

  /// Steps of the recipe before it was optimised.
  let stepCount: Int

  init(_ recipe: Node, _ table: SymbolTable, stepCount: Int) {
    (self.recipe, self.table, self.stepCount) = (recipe, table, stepCount)
  }

  /// Schedules that are kept.
  var scheduleCount: Int { schedules.withLock { $0.count } }

  /// The values of all symbols; nil where the plan does not hold for these arguments.
  func values(for arguments: [Argument]) -> [Argument]? {
    table.isLookedAt ? nil : table.values(for: arguments)
  }

  /// The schedule, with symbols of values and placeholders; nil where there is none that holds for all values.
  func schedule(
    _ request: ScheduleRequest, _ steps: [Op], make: (Node, Schedule?) throws(RenderError) -> Schedule?
  ) throws(RenderError) -> Schedule? {
    let key = Key(request: request, steps: steps)
    if let known = schedules.withLock({ $0[key] }) { return known }
    var kind = request
    kind.region = .nothing
    let schedule = table.isLookedAt ? nil : try make(recipe.bound(to: steps), models.withLock { $0[kind] })
    if let schedule { models.withLock { $0[kind] = schedule } }
    let result = table.isLookedAt ? nil : schedule
    schedules.withLock { schedules in
      let allowed = max(1, min(Self.capacity, Self.stepCapacity / max(stepCount, 1)))
      if schedules.count >= allowed { schedules.removeAll() }
      schedules[key] = .some(result)
    }
    return result
  }
}
