import ImageGraph

/// What makes schedules of one recipe: the recipe optimised, for these values or for any.
package struct Plan: Sendable {
  enum Recipe: Sendable {
    /// Planned for all recipes of the structure, with what this one has in the places of symbols and placeholders.
    case shared(SharedPlan, values: [Argument], sources: [Source])
    case own(Node)
  }

  let root: Node
  let options: PassOptions
  let recipe: Recipe

  /// The dispatches that make `region`, as `makeSchedule` gives them.
  ///
  /// - Parameter isKnown: set to false when they had to be planned.
  package func schedule(_ request: ScheduleRequest, isKnown: inout Bool) throws(RenderError) -> Schedule {
    switch recipe {
    case .own(let node):
      isKnown = false
      var schedule = try request.schedule(node)
      schedule.describeContents()
      return schedule
    case .shared(let plan, let values, let sources):
      if let schedule = try plan.schedule(request, isKnown: &isKnown) {
        return schedule.bound(to: values, sources)
      }
      isKnown = false
      var schedule = try request.schedule(optimized(root, options: options))
      schedule.describeContents()
      return schedule
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

  func schedule(_ recipe: Node) throws(RenderError) -> Schedule {
    try makeSchedule(
      recipe, region: region, store: store, working: working, codesWorking: codesWorking, rules: rules)
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
      if case .source(let placeholder) = picture.kind {
        schedule.pictures[id].kind = .source(sources[placeholder.placeholderNumber])
      }
    }
    schedule.describeContents(values: values, sources: sources)
    return schedule
  }
}
