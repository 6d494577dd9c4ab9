import ImageGraph
import ImagePasses
import Synchronization

/// A cache of optimised recipes by structure. A recipe with another value of a slider, or another image of the same
/// size and format, is in the cache. If the geometry is the same, its schedule is cached as well.
///
/// A recipe is always optimised in its symbolic form, whether it is cached or not. So the result does not depend on the
/// values of the first recipe. If a rule reads a value, recipes of that structure are optimised again for each render.
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
    /// The number of steps of all cached recipes.
    var stepCount = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  /// A recipe may have 100,000 steps, so the number of all steps is limited too.
  private static let stepCapacity = 200_000

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: the maximum number of structures. The least recently used are evicted.
  package init(capacity: Int = 256) { self.capacity = capacity }

  /// Returns the optimised recipe, from the cache if possible.
  ///
  /// - Parameters:
  ///   - usesCache: whether the cache may be used. If false, the recipe is optimised for its own values.
  ///   - show: receives the recipe, optimised for its own values.
  package func recipe(
    _ root: Node, options: PassOptions, usesCache: Bool = true, log: RenderLog = .silent,
    show: ((Node) -> Void)? = nil
  ) throws(RenderError) -> OptimizedRecipe {
    func specific() throws(RenderError) -> OptimizedRecipe {
      let recipe = try optimized(root, options: options, log: log)
      show?(recipe)
      return OptimizedRecipe(form: .specific(recipe), isCached: false)
    }
    if show != nil || !usesCache { return try specific() }
    // Values and geometry determine the remaining steps. They do not affect the optimisation of these.
    let resolved = try ResolvedRecipe(root, options: options)
    let structure = RecipeStructure(resolved.recipe, options, isDecoded: resolved.isDecoded)
    let cached = find(structure.key)
    let recipe: CachedRecipe
    if let cached {
      recipe = cached
    } else {
      recipe = try CachedRecipe(structure) { (root) throws(RenderError) in
        try optimized(root, by: resolved.passes, options: options, log: log)
      }
      insert(recipe, structure.key)
    }
    guard let values = recipe.values(for: structure.values) else { return try specific() }
    return OptimizedRecipe(
      form: .cached(recipe, values: values, geometry: structure.geometry, sources: structure.sources),
      isCached: cached != nil)
  }

  package func clear() { state.withLock { ($0.recipes, $0.stepCount) = ([:], 0) } }

  /// The number of cached structures.
  package var count: Int { state.withLock { $0.recipes.count } }

  /// The number of cached schedules.
  package var scheduleCount: Int { state.withLock { $0.recipes.values.reduce(0) { $0 + $1.recipe.scheduleCount } } }

  private func find(_ key: Key) -> CachedRecipe? {
    state.withLock { state in
      guard let entry = state.recipes[key] else { return nil }
      state.clock += 1
      entry.lastUse = state.clock
      return entry.recipe
    }
  }

  /// Evicts the least recently used recipes if the cache is full: a quarter at once, so that not every new recipe
  /// requires a search.
  private func evict(for recipe: CachedRecipe, _ state: inout State) {
    func fits(_ state: State) -> Bool { state.stepCount + recipe.stepCount <= Self.stepCapacity }
    if state.recipes.count < capacity, fits(state) { return }
    let remaining = capacity - max(capacity / 4, 1)
    for (key, entry) in state.recipes.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      if state.recipes.count <= remaining, fits(state) { return }
      state.recipes[key] = nil
      state.stepCount -= entry.recipe.stepCount
    }
  }

  private func insert(_ recipe: CachedRecipe, _ key: Key) {
    state.withLock { state in
      evict(for: recipe, &state)
      state.clock += 1
      // Another thread may have optimised the same recipe.
      state.stepCount += recipe.stepCount - (state.recipes[key]?.recipe.stepCount ?? 0)
      state.recipes[key] = Entry(recipe, state.clock)
    }
  }
}
