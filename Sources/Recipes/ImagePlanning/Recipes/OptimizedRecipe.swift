import ImageGraph
import ImagePrograms

/// A recipe after all passes, for its own values or for any.
package struct OptimizedRecipe: Sendable {
  enum Form: Sendable {
    /// Optimised for all recipes of the structure, with the values, geometry and sources of this one.
    case cached(CachedRecipe, values: [Argument], geometry: [Op], sources: [Source])
    case specific(Node)
  }

  let form: Form
  /// Whether the recipe was in the cache.
  package let isCached: Bool

  /// The sources that the recipe reads, unordered.
  package var sources: [Source] {
    switch form {
    case .cached(_, _, _, let sources): sources
    case .specific(let node):
      node.topological.compactMap { if case .source(let source) = $0.op { source } else { nil } }
    }
  }

  /// Returns the schedule of the whole target. It is cached for recipes with the same structure and geometry. Returns
  /// nil if several runs are needed, which also depend on the sources.
  ///
  /// - Parameter make: lowers an optimised recipe, which may have symbols and placeholders. Receives a model of the
  ///   same structure if there is one. See `ScheduleModel.init`.
  package func schedule(
    _ target: ScheduleTarget, make: (_ recipe: Node, _ model: ScheduleModel?) throws(RenderError) -> ScheduleModel?
  ) throws(RenderError) -> Schedule? { try model(target, make: make).map(bound) }

  /// Returns the lowered schedule, before values are bound.
  package func model(
    _ target: ScheduleTarget, make: (_ recipe: Node, _ model: ScheduleModel?) throws(RenderError) -> ScheduleModel?
  ) throws(RenderError) -> ScheduleModel? {
    switch form {
    case .specific(let node): try make(node, nil)
    case .cached(let recipe, _, let geometry, _): try recipe.schedule(target, geometry, make: make)
    }
  }

  /// Returns a model's schedule with the values and sources of this recipe.
  package func bound(_ model: ScheduleModel) -> Schedule {
    switch form {
    case .specific: model.bound()
    case .cached(_, let values, _, let sources): model.bound(to: values, sources)
    }
  }

  /// The recipe with its own values and sources.
  package var node: Node {
    switch form {
    case .specific(let node): node
    case .cached(let recipe, let values, let geometry, let sources):
      recipe.recipe(with: geometry).bound(to: values, sources)
    }
  }
}
