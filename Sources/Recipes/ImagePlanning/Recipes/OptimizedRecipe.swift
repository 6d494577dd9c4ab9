import ImageGraph
import ImagePrograms

/// A recipe as the passes leave it, for its values or for any.
package struct OptimizedRecipe: Sendable {
  enum Form: Sendable {
    /// Optimised for all recipes of the structure, with what this one has in the places of symbols and placeholders.
    case known(CachedRecipe, values: [Argument], places: [Op], sources: [Source])
    case own(Node)
  }

  let form: Form
  /// False when it had to be optimised now.
  package let isKnown: Bool

  /// The sources that the recipe reads, in no order.
  package var sources: [Source] {
    switch form {
    case .known(_, _, _, let sources): sources
    case .own(let node): node.topological.compactMap { if case .source(let source) = $0.op { source } else { nil } }
    }
  }

  /// The schedule that makes all of what is asked for, kept from another recipe of the structure and the same places,
  /// or made; nil where several are needed, which depend on the sources, too.
  ///
  /// - Parameter make: lowers an optimised recipe, which may hold symbols of values and placeholders; given a model of
  ///   the same structure where there is one. See `ScheduleModel.init`.
  package func schedule(
    _ target: ScheduleTarget, make: (_ recipe: Node, _ model: ScheduleModel?) throws(RenderError) -> ScheduleModel?
  ) throws(RenderError) -> Schedule? { try model(target, make: make).map(bound) }

  /// The same as it was lowered.
  package func model(
    _ target: ScheduleTarget, make: (_ recipe: Node, _ model: ScheduleModel?) throws(RenderError) -> ScheduleModel?
  ) throws(RenderError) -> ScheduleModel? {
    switch form {
    case .own(let node): try make(node, nil)
    case .known(let known, _, let places, _): try known.schedule(target, places, make: make)
    }
  }

  /// A model's schedule for the values and sources of this recipe.
  package func bound(_ model: ScheduleModel) -> Schedule {
    switch form {
    case .own: model.bound()
    case .known(_, let values, _, let sources): model.bound(to: values, sources)
    }
  }

  /// The recipe with its own values and sources.
  package var node: Node {
    switch form {
    case .own(let node): node
    case .known(let known, let values, let places, let sources): known.recipe(at: places).bound(to: values, sources)
    }
  }
}
