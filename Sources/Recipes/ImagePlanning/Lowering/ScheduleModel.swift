import ImageGraph
import ImagePasses
import ImagePrograms

/// The schedule of an optimised recipe as it was lowered: where the recipe has symbols of values and placeholders of
/// sources, so has this, and it serves all recipes of the structure. Bound to values and sources it is a `Schedule`.
package struct ScheduleModel: Sendable {
  let images: [Schedule.Image]
  let dispatches: [Schedule.Dispatch]
  let output: Schedule.ImageID
  /// The step that each intermediate is stored of; nil for other images.
  private let steps: [Node?]
  /// For making the schedules of other places; nil where these cannot be made of it.
  package let shape: ScheduleTemplate?
  /// The parts of sources that are to be in memory, by identity; the others are there whole.
  let heldParts: [Source.Identity: UserRect]

  /// Lowers an optimised recipe.
  ///
  /// - Parameters:
  ///   - stored: what was decided for a larger region, so that parts of it come out the same to the last bit; nil:
  ///     decided now.
  ///   - given: images that take the place of nodes, by the node's identity; what only they read is not made.
  ///   - model: of the same structure. Where its programs are right for these places, too, they are taken, and only
  ///     their arguments and regions are made: the result is the same.
  ///   - window: the part of a source that is to be had when a part of it is needed; the whole where left out.
  /// - Throws: as `NeededRegions` does.
  package init(
    _ root: Node, _ target: ScheduleTarget, rules: CostRules = CostRules(), stored: StoredNodes? = nil,
    given: [ObjectIdentifier: PrecomputedImage] = [:], like model: ScheduleModel? = nil,
    window: (_ source: Source, _ needed: UserRect) -> SourceWindow = { source, _ in SourceWindow(region: source.rect) }
  ) throws(RenderError) {
    // A histogram's counters are no pixels yet: something has to read them.
    let root = root.isHistogram ? Node(.sampled(.nearest), [root]) : root
    let needed = try NeededRegions(of: root, for: target.region, given: Set(given.keys))
    let stored = stored ?? StoredNodes(needed: needed, rules: rules)
    if let model, let shape = model.shape {
      let builder = ScheduleBuilder(
        stored: stored, needed: needed, codesWorking: target.codesWorking, rules: rules)
      builder.addSources(window)
      if builder.move(model, shape, to: target.region) {
        self.init(builder, shape: shape, output: model.output)
        return
      }
    }
    let builder = ScheduleBuilder(
      stored: stored, needed: needed, codesWorking: target.codesWorking, rules: rules)
    builder.addGiven(given)
    builder.addSources(window)
    let output = builder.dispatchAll(target)
    self.init(builder, shape: given.isEmpty ? builder.shape : nil, output: output)
  }

  private init(_ builder: ScheduleBuilder, shape: ScheduleTemplate?, output: Schedule.ImageID) {
    (images, dispatches, steps, heldParts) = (
      builder.images, builder.dispatches, builder.steps, builder.heldParts
    )
    (self.shape, self.output) = (shape, output)
  }

  /// The schedule of a recipe without symbols whose images nobody wants to find again.
  package var schedule: Schedule { Schedule(images: images, dispatches: dispatches, output: output) }

  /// The schedule with values for its symbols and sources for its placeholders; it says what its intermediates show.
  package func bound(to values: [Argument] = [], _ sources: [Source] = []) -> Schedule {
    let contents = contents(values, sources)
    let images = images.enumerated().map { id, image in
      if let content = contents[id] {
        return Schedule.Image(kind: image.kind, region: image.region, store: image.store, content: content)
      }
      guard case .source(let source) = image.kind, let number = source.placeholderNumber else { return image }
      return Schedule.Image(
        kind: .source(sources[number]), region: image.region, store: image.store, origin: image.origin)
    }
    let dispatches = values.isEmpty ? dispatches : dispatches.map { $0.bound(to: values) }
    return Schedule(images: images, dispatches: dispatches, output: output)
  }

  /// What the intermediates show, by image: their steps with values for symbols and the sources' identities.
  private func contents(_ values: [Argument], _ sources: [Source]) -> [IntermediateContent?] {
    if steps.allSatisfy({ $0 == nil }) { return [IntermediateContent?](repeating: nil, count: images.count) }
    let order = Traversal(steps.compactMap { $0 })
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    for (place, node) in order.nodes.enumerated() {
      let op: Op? =
        if case .source(let source) = node.op {
          .source(Source(standingFor: (sources.isEmpty ? nil : source.placeholderNumber).map { sources[$0] } ?? source))
        } else {
          node.op.bound(to: values)
        }
      results.append(order.node(at: place, as: op, reading: results))
    }
    return zip(images, steps).map { image, step in
      guard let step, let store = image.store else { return nil }
      return IntermediateContent(results[order.place(of: step)!], region: image.region, store: store)
    }
  }
}

extension Schedule.Dispatch {
  fileprivate func bound(to values: [Argument]) -> Self {
    guard arguments.contains(where: \.isSymbol) else { return self }
    return Self(
      program: program, arguments: arguments.map { $0.value(in: values) }, inputs: inputs, output: output,
      region: region)
  }
}

/// The schedule of an optimised recipe on a device with room enough.
///
/// - Throws: as `NeededRegions` does.
package func makeSchedule(
  _ recipe: Node, _ target: ScheduleTarget, rules: CostRules = CostRules()
) throws(RenderError) -> Schedule {
  try ScheduleModel(recipe, target, rules: rules).schedule
}
