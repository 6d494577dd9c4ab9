import ImageGraph
import ImagePasses
import Synchronization

/// The optimised recipe of one structure, and its schedules for the places that were seen last.
final class CachedRecipe: Sendable {
  private struct Key: Hashable {
    var target: ScheduleTarget
    var places: [Op]
  }

  /// With symbols for values and for steps that have a place, and placeholders for sources.
  private let recipe: Node
  private let table = SymbolTable()
  /// The symbols that steps with a place take; nil where these have their arguments.
  private let arguments: [[Argument]?]
  /// Nil: one schedule is not enough.
  private let schedules = Mutex<[Key: ScheduleModel?]>([:])
  /// The last schedule of each kind of target, for others to be made of.
  private let models = Mutex<[ScheduleTarget: ScheduleModel]>([:])
  /// Parts of a large image have a schedule each; more than these are not worth their memory, and fewer of long
  /// recipes: so many steps in all.
  private static let capacity = 64
  private static let stepCapacity = 512

  /// Steps of the recipe before it was optimised.
  let stepCount: Int

  /// - Parameter optimize: makes of a recipe with symbols the optimised one.
  init(_ structure: RecipeStructure, optimize: (Node) throws(RenderError) -> Node) throws(RenderError) {
    let (root, arguments) = structure.symbolic(table)
    (recipe, self.arguments, stepCount) = (try optimize(root), arguments, structure.stepCount)
  }

  /// Schedules that are kept.
  var scheduleCount: Int { schedules.withLock { $0.count } }

  /// The values of all symbols; nil where the recipe does not hold for these arguments.
  func values(for arguments: [Argument]) -> [Argument]? {
    table.isLookedAt ? nil : table.values(for: arguments)
  }

  /// The recipe with its steps at these places, for any values and sources.
  func recipe(at places: [Op]) -> Node {
    recipe.bound(to: zip(places, arguments).map { place, arguments in arguments.map(place.with(arguments:)) ?? place })
  }

  /// The schedule, with symbols of values and placeholders; nil where there is none that holds for all values.
  func schedule(
    _ target: ScheduleTarget, _ places: [Op], make: (Node, ScheduleModel?) throws(RenderError) -> ScheduleModel?
  ) throws(RenderError) -> ScheduleModel? {
    let key = Key(target: target, places: places)
    if let known = schedules.withLock({ $0[key] }) { return known }
    var kind = target
    kind.region = .nothing
    let schedule = table.isLookedAt ? nil : try make(recipe(at: places), models.withLock { $0[kind] })
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
