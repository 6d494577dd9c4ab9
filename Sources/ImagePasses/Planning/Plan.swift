import ImageGraph

/// What makes schedules of one recipe: the recipe optimised, for these values or for any.
package struct Plan: Sendable {
  enum Recipe: Sendable {
    /// Planned for all recipes of the structure, with what this one has in the places of symbols and placeholders.
    case shared(SharedPlan, values: [Argument], steps: [Op], sources: [Source])
    case own(Node)
  }

  let recipe: Recipe

  /// The sources that the recipe reads, in no order.
  package var sources: [Source] {
    switch recipe {
    case .shared(_, _, _, let sources): sources
    case .own(let node): node.topological.compactMap { if case .source(let source) = $0.op { source } else { nil } }
    }
  }

  /// The schedule that makes all of what is asked for, kept from another recipe of the structure and the same places, or made;
  /// nil where several are needed, which depend on the sources, too.
  ///
  /// - Parameter make: the schedule for an optimised recipe, which may hold symbols of values and placeholders; given one of the same
  ///   structure where there is one. See `makeSchedule`.
  package func schedule(
    _ request: ScheduleRequest, make: (_ recipe: Node, _ model: Schedule?) throws(RenderError) -> Schedule?
  ) throws(RenderError) -> Schedule? {
    switch recipe {
    case .own(let node):
      guard var schedule = try make(node, nil) else { return nil }
      schedule.describeContents()
      return schedule
    case .shared(let plan, let values, let steps, let sources):
      return try plan.schedule(request, steps, make: make)?.bound(to: values, sources)
    }
  }

  /// The optimised recipe, with its own values and sources.
  package var ownRecipe: Node {
    switch recipe {
    case .own(let node): node
    case .shared(let plan, let values, let steps, let sources): plan.recipe.bound(to: steps).bound(to: values, sources)
    }
  }
}

/// What a schedule depends on beside its recipe; see `makeSchedule`.
package struct ScheduleRequest: Hashable, Sendable {
  package var region: UserRect
  package var store: Program.StoreForm
  package var working: Program.StoreForm
  package var codesWorking: Bool
  package var rules: CostRules

  package init(
    region: UserRect, store: Program.StoreForm, working: Program.StoreForm = .rgbaHalf, codesWorking: Bool = true,
    rules: CostRules = CostRules()
  ) {
    (self.region, self.store, self.working, self.codesWorking) = (region, store, working, codesWorking)
    self.rules = rules
  }
}

extension Schedule {
  /// The schedule with values for its symbols and sources for its placeholders.
  fileprivate func bound(to values: [Argument], _ sources: [Source]) -> Schedule {
    var schedule = self
    for dispatch in dispatches.indices {
      for (slot, argument) in dispatches[dispatch].arguments.enumerated() where argument.isSymbol {
        schedule.dispatches[dispatch].arguments[slot] = argument.value(in: values)
      }
    }
    for (id, picture) in pictures.enumerated() {
      if case .source(let placeholder) = picture.kind, let number = placeholder.placeholderNumber {
        schedule.pictures[id].kind = .source(sources[number])
      }
    }
    schedule.describeContents(values: values, sources: sources)
    return schedule
  }
}
