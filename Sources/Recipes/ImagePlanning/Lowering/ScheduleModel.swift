import ImageGraph
import ImagePasses
import ImagePrograms

/// A lowered schedule of an optimised recipe. It has the recipe's symbols and placeholders, so that it serves all
/// recipes of the structure. With values and sources bound it is a `Schedule`.
package struct ScheduleModel: Sendable {
  let images: [Schedule.Image]
  let dispatches: [Schedule.Dispatch]
  let output: Schedule.ImageID
  /// The step of each intermediate. Nil for other images.
  private let steps: [Node?]
  /// The template for schedules with other geometry. Nil if there is none.
  package let template: ScheduleTemplate?
  /// The windows of sources that are in memory, by identity. Other sources are in memory as a whole.
  let heldParts: [Source.Identity: UserRect]

  /// Lowers an optimised recipe.
  ///
  /// - Parameters:
  ///   - stored: the stored nodes of a larger region, so that a tile has the same pixels to the last bit. Nil: chosen
  ///     for this region.
  ///   - precomputed: images that replace nodes, by the node's identity. Steps that only these nodes read are not
  ///     computed.
  ///   - model: a model of the same structure. If its programs are valid for this geometry, they are reused, and only
  ///     arguments and regions are computed. The result is the same.
  ///   - window: returns the window of a source for a part that is needed. By default the whole source.
  /// - Throws: the errors of `NeededRegions`.
  package init(
    _ root: Node, _ target: ScheduleTarget, rules: CostRules = CostRules(), stored: StoredNodes? = nil,
    precomputed: [ObjectIdentifier: PrecomputedImage] = [:], like model: ScheduleModel? = nil,
    window: (_ source: Source, _ needed: UserRect) -> SourceWindow = { source, _ in SourceWindow(region: source.rect) }
  ) throws(RenderError) {
    // The counters of a histogram are no pixels, so a further step reads them.
    let root = root.isHistogram ? Node(.sampled(.nearest), [root]) : root
    let needed = try NeededRegions(of: root, for: target.region, precomputed: Set(precomputed.keys))
    let stored = stored ?? StoredNodes(needed: needed, rules: rules)
    if let model, let template = model.template {
      let builder = ScheduleBuilder(
        stored: stored, needed: needed, encodesIntermediates: target.encodesIntermediates, rules: rules)
      builder.addSources(window)
      if builder.move(model, template, to: target.region) {
        self.init(builder, template: template, output: model.output)
        return
      }
    }
    let builder = ScheduleBuilder(
      stored: stored, needed: needed, encodesIntermediates: target.encodesIntermediates, rules: rules)
    builder.addPrecomputed(precomputed)
    builder.addSources(window)
    let output = builder.dispatchAll(target)
    self.init(builder, template: precomputed.isEmpty ? builder.template : nil, output: output)
  }

  private init(_ builder: ScheduleBuilder, template: ScheduleTemplate?, output: Schedule.ImageID) {
    (images, dispatches, steps, heldParts) = (
      builder.images, builder.dispatches, builder.steps, builder.heldParts
    )
    (self.template, self.output) = (template, output)
  }

  /// The schedule of a recipe without symbols. Its intermediates are not cached.
  package var schedule: Schedule { Schedule(images: images, dispatches: dispatches, output: output) }

  /// Returns the schedule with values for its symbols and sources for its placeholders. It states the contents of its
  /// intermediates.
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

  /// Returns the contents of intermediates, by image: their steps with bound values, and the sources' identities.
  private func contents(_ values: [Argument], _ sources: [Source]) -> [IntermediateContent?] {
    if steps.allSatisfy({ $0 == nil }) { return [IntermediateContent?](repeating: nil, count: images.count) }
    let order = Traversal(steps.compactMap { $0 })
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    for (step, node) in order.nodes.enumerated() {
      let op: Op? =
        if case .source(let source) = node.op {
          .source(
            Source(withoutPixels: (sources.isEmpty ? nil : source.placeholderNumber).map { sources[$0] } ?? source))
        } else {
          node.op.bound(to: values)
        }
      results.append(order.node(at: step, as: op, reading: results))
    }
    return zip(images, steps).map { image, step in
      guard let step, let store = image.store else { return nil }
      return IntermediateContent(results[order.index(of: step)!], region: image.region, store: store)
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

/// Returns the schedule of an optimised recipe on a device with unlimited memory.
///
/// - Throws: the errors of `NeededRegions`.
package func makeSchedule(
  _ recipe: Node, _ target: ScheduleTarget, rules: CostRules = CostRules()
) throws(RenderError) -> Schedule {
  try ScheduleModel(recipe, target, rules: rules).schedule
}
