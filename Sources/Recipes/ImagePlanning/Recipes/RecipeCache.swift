import ImageGraph
import ImagePasses
import Synchronization

/// Recipes that were optimised so far, by structure: with another value of a slider, or another image of the same
/// size and format, a recipe is optimised already. Where nothing has moved either, its schedule is there, too.
///
/// A recipe is always optimised in its symbolic form, whether the cache has it or not. So what the cache gives cannot
/// depend on the values that came first; where a rule looks at a value all the same, that structure is optimised anew
/// for each render.
package final class RecipeCache: Sendable {
  private typealias Key = RecipeStructure.Key

  private final class Entry {
    let recipe: CachedRecipe
    var lastUse: Int
    init(_ recipe: CachedRecipe, _ lastUse: Int) { (self.recipe, self.lastUse) = (recipe, lastUse) }
  }

  private struct State {
    var recipes: [Key: Entry] = [:]
    var clock = 0
    /// Steps of all recipes that are kept.
    var stepCount = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  /// A recipe may have 100,000 steps; not many of those are kept.
  private static let stepCapacity = 200_000

  /// - Parameter capacity: structures that are kept; the longest unused go first.
  package init(capacity: Int = 256) { self.capacity = capacity }

  /// The optimised recipe, found or made.
  ///
  /// - Parameters:
  ///   - isCached: Whether the cache may be used. If false, the recipe is optimized for its own values.
  ///   - show: Receives the recipe, optimized for its own values.
  package func recipe(
    _ root: Node, options: PassOptions, isCached: Bool = true, log: RenderLog = .silent,
    show: ((Node) -> Void)? = nil
  ) throws(RenderError) -> OptimizedRecipe {
    func own() throws(RenderError) -> OptimizedRecipe {
      let recipe = try optimized(root, options: options, log: log)
      show?(recipe)
      return OptimizedRecipe(form: .own(recipe), isKnown: false)
    }
    if show != nil || !isCached { return try own() }
    // Values and places decide which steps there are; of those that are left they decide nothing.
    let settled = try ResolvedRecipe(root, options: options)
    let structure = RecipeStructure(settled.recipe, options, hasLight: settled.hasLight)
    let known = find(structure.key)
    let recipe: CachedRecipe
    if let known {
      recipe = known
    } else {
      recipe = try CachedRecipe(structure) { (root) throws(RenderError) in
        try optimized(root, by: settled.passes, options: options, log: log)
      }
      keep(recipe, structure.key)
    }
    guard let values = recipe.values(for: structure.values) else { return try own() }
    return OptimizedRecipe(
      form: .known(recipe, values: values, places: structure.places, sources: structure.sources),
      isKnown: known != nil)
  }

  package func clear() { state.withLock { ($0.recipes, $0.stepCount) = ([:], 0) } }

  /// Structures that are kept.
  package var count: Int { state.withLock { $0.recipes.count } }

  /// Schedules of all of them.
  package var scheduleCount: Int { state.withLock { $0.recipes.values.reduce(0) { $0 + $1.recipe.scheduleCount } } }

  private func find(_ key: Key) -> CachedRecipe? {
    state.withLock { state in
      guard let found = state.recipes[key] else { return nil }
      state.clock += 1
      found.lastUse = state.clock
      return found.recipe
    }
  }

  /// Forgets the longest unused where there is no room: a quarter at once, so that not every recipe that is new is a
  /// search.
  private func makeRoom(for recipe: CachedRecipe, _ state: inout State) {
    func hasSteps(_ state: State) -> Bool { state.stepCount + recipe.stepCount <= Self.stepCapacity }
    if state.recipes.count < capacity, hasSteps(state) { return }
    let most = capacity - max(capacity / 4, 1)
    for (key, entry) in state.recipes.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      if state.recipes.count <= most, hasSteps(state) { return }
      state.recipes[key] = nil
      state.stepCount -= entry.recipe.stepCount
    }
  }

  private func keep(_ recipe: CachedRecipe, _ key: Key) {
    state.withLock { state in
      makeRoom(for: recipe, &state)
      state.clock += 1
      // Another thread may have optimised the same.
      state.stepCount += recipe.stepCount - (state.recipes[key]?.recipe.stepCount ?? 0)
      state.recipes[key] = Entry(recipe, state.clock)
    }
  }
}
