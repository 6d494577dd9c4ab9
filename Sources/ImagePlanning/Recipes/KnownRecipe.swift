import ImageGraph
import ImagePasses
import Synchronization

/// The optimised recipe of one structure, and its schedules for the places that were seen last.
final class KnownRecipe: Sendable {
  private struct Key: Hashable {
    var target: ScheduleTarget
    var steps: [Op]
  }

  /// With symbols for steps that have a place.
  let recipe: Node
  private let table: SymbolTable
  /// Nil: one schedule is not enough.
  private let schedules = Mutex<[Key: ScheduleModel?]>([:])
  /// The last schedule of each kind of target, for others to be made of.
  private let models = Mutex<[ScheduleTarget: ScheduleModel]>([:])
  /// Parts of a large picture have a schedule each; more than these are not worth their memory, and fewer of long
  /// recipes: so many steps in all.
  private static let capacity = 64
  private static let stepCapacity = 512

  /// Steps of the recipe before it was optimised.
  let stepCount: Int

  init(_ recipe: Node, _ table: SymbolTable, stepCount: Int) {
    (self.recipe, self.table, self.stepCount) = (recipe, table, stepCount)
  }

  /// Schedules that are kept.
  var scheduleCount: Int { schedules.withLock { $0.count } }

  /// The values of all symbols; nil where the recipe does not hold for these arguments.
  func values(for arguments: [Argument]) -> [Argument]? {
    table.isLookedAt ? nil : table.values(for: arguments)
  }

  /// The schedule, with symbols of values and placeholders; nil where there is none that holds for all values.
  func schedule(
    _ target: ScheduleTarget, _ steps: [Op], make: (Node, ScheduleModel?) throws(RenderError) -> ScheduleModel?
  ) throws(RenderError) -> ScheduleModel? {
    let key = Key(target: target, steps: steps)
    if let known = schedules.withLock({ $0[key] }) { return known }
    var kind = target
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
