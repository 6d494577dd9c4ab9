import ImageGraph
import ImagePasses
import Synchronization

/// The optimised recipe of a structure, and its most recent schedules by geometry.
final class CachedRecipe: Sendable {
  private struct Key: Hashable {
    var target: ScheduleTarget
    var geometry: [Op]
  }

  /// The recipe with symbols for values and geometric steps, and placeholders for sources.
  private let recipe: Node
  private let table = SymbolTable()
  /// The symbols of the arguments of each geometric step. Nil if the step has its own arguments.
  private let arguments: [[Argument]?]
  /// A nil schedule: several runs are needed.
  private let schedules = Mutex<[Key: ScheduleModel?]>([:])
  /// The last schedule of each kind of target, from which others are created.
  private let models = Mutex<[ScheduleTarget: ScheduleModel]>([:])
  /// The maximum number of schedules, since tiles of a large image have a schedule each. Long recipes have fewer,
  /// limited by the total number of steps.
  private static let capacity = 64
  private static let stepCapacity = 512

  /// The number of steps of the recipe before it was optimised.
  let stepCount: Int

  /// Creates the recipe.
  ///
  /// - Parameter optimize: optimises a recipe with symbols.
  init(_ structure: RecipeStructure, optimize: (Node) throws(RenderError) -> Node) throws(RenderError) {
    let (root, arguments) = structure.symbolic(table)
    (recipe, self.arguments, stepCount) = (try optimize(root), arguments, structure.stepCount)
  }

  /// The number of cached schedules.
  var scheduleCount: Int { schedules.withLock { $0.count } }

  /// Returns the values of all symbols. Returns nil if the recipe is not valid for these arguments.
  func values(for arguments: [Argument]) -> [Argument]? {
    table.isValueRead ? nil : table.values(for: arguments)
  }

  /// Returns the recipe with these geometric steps, for any values and sources.
  func recipe(with geometry: [Op]) -> Node {
    recipe.bound(to: zip(geometry, arguments).map { step, arguments in arguments.map(step.with(arguments:)) ?? step })
  }

  /// Returns the schedule, with symbols for values and placeholders. Returns nil if no schedule is valid for all
  /// values.
  func schedule(
    _ target: ScheduleTarget, _ geometry: [Op], make: (Node, ScheduleModel?) throws(RenderError) -> ScheduleModel?
  ) throws(RenderError) -> ScheduleModel? {
    let key = Key(target: target, geometry: geometry)
    if let cached = schedules.withLock({ $0[key] }) { return cached }
    var kind = target
    kind.region = .nothing
    let schedule = table.isValueRead ? nil : try make(recipe(with: geometry), models.withLock { $0[kind] })
    if let schedule { models.withLock { $0[kind] = schedule } }
    let result = table.isValueRead ? nil : schedule
    schedules.withLock { schedules in
      let allowed = max(1, min(Self.capacity, Self.stepCapacity / max(stepCount, 1)))
      if schedules.count >= allowed { schedules.removeAll() }
      schedules[key] = .some(result)
    }
    return result
  }
}
