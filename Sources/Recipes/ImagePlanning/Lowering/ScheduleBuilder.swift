import ImageGraph
import ImagePasses
import ImagePrograms

/// The schedule under construction. A class, so that lowering a dispatch does not copy the dispatches before it.
final class ScheduleBuilder {
  let stored: StoredNodes
  let needed: NeededRegions
  private(set) var images: [Schedule.Image] = []
  private(set) var dispatches: [Schedule.Dispatch] = []
  /// The step of each intermediate.
  private(set) var steps: [Node?] = []
  /// Whether several steps read the step, or one step reads it twice.
  let isShared: [Bool]
  private var imageOfStep: [Schedule.ImageID?]
  private var imageOfSource: [Source.Identity: Schedule.ImageID] = [:]
  private var windows: [Source.Identity: SourceWindow] = [:]
  /// False if a histogram counts no pixels. With other geometry it may count some.
  private var hasAllDispatches = true
  private var origins: [ScheduleTemplate.Origin] = []
  private var placements: [Placement] = []

  private let encodesIntermediates: Bool
  /// The rules of the device.
  let rules: CostRules

  init(stored: StoredNodes, needed: NeededRegions, encodesIntermediates: Bool, rules: CostRules) {
    (self.stored, self.needed, self.encodesIntermediates) = (stored, needed, encodesIntermediates)
    self.rules = rules
    imageOfStep = Array(repeating: nil, count: needed.order.nodes.count)
    isShared = needed.order.readerCounts.map { $0 > 1 }
  }

  /// Returns whether the values of an image are encoded by the sRGB transfer function.
  func isEncoded(_ image: Schedule.ImageID) -> Bool {
    guard encodesIntermediates, case .intermediate = images[image].kind else { return false }
    // An image in a format that the recipe specifies stores the values themselves.
    if case .intermediate(_, _?)? = steps[image]?.op { return false }
    return images[image].store == .rgba8
  }

  private func addImage(
    _ kind: Schedule.Image.Kind, _ region: UserRect, _ store: Program.StoreForm?, _ origin: ScheduleTemplate.Origin,
    of node: Node? = nil
  ) -> Schedule.ImageID {
    add(Schedule.Image(kind: kind, region: region, store: store), origin, of: node)
    if case .step(let step) = origin { imageOfStep[step] = images.count - 1 }
    return images.count - 1
  }

  private func add(_ image: Schedule.Image, _ origin: ScheduleTemplate.Origin, of node: Node? = nil) {
    images.append(image)
    origins.append(origin)
    steps.append(node)
  }

  func addPrecomputed(_ precomputed: [ObjectIdentifier: PrecomputedImage]) {
    if precomputed.isEmpty { return }
    for (step, node) in needed.order.nodes.enumerated() {
      if let image = precomputed[ObjectIdentifier(node)] { addPrecomputed(image, at: step) }
    }
  }

  private func addPrecomputed(_ image: PrecomputedImage, at step: Int) {
    add(
      Schedule.Image(kind: .source(image.source), region: image.region, store: nil, origin: image.region.min),
      .step(step))
    imageOfStep[step] = images.count - 1
  }

  /// Returns whether the image of the step exists already.
  func isPrecomputed(_ step: Int) -> Bool { imageOfStep[step] != nil }

  /// Returns whether a dispatch stores the step. The last step is excluded.
  func hasImage(_ step: Int) -> Bool {
    step != needed.order.nodes.count - 1 && !needed[step].isEmpty && stored.contains(needed.order.nodes[step])
  }

  /// Returns whether a part of the source is read.
  func isRead(_ step: Int) -> Bool {
    guard case .source(let source) = needed.order.nodes[step].op else { return false }
    return windows[source.identity]?.region.isEmpty == false
  }

  /// Determines the window of each source, from the regions of all its readers.
  func addSources(_ window: (Source, UserRect) -> SourceWindow) {
    var parts: [Source.Identity: UserRect] = [:]
    for (step, node) in needed.order.nodes.enumerated() {
      guard case .source(let source) = node.op else { continue }
      let part = (parts[source.identity] ?? .nothing).union(needed[step])
      parts[source.identity] = part
      windows[source.identity] = window(source, part)
    }
  }

  /// Returns the image from which a step is read. Returns nil if the step is computed where it is read.
  func image(of step: Int) -> Schedule.ImageID? {
    if let image = imageOfStep[step] { return image }
    guard case .source(let source) = needed.order.nodes[step].op else { return nil }
    if let image = imageOfSource[source.identity] { return image }
    guard let window = windows[source.identity], !window.region.isEmpty else { return nil }
    add(Schedule.Image(kind: .source(source), region: window.region, store: nil), .source(step))
    imageOfSource[source.identity] = images.count - 1
    return images.count - 1
  }

  private func dispatch(
    _ step: Int, _ region: UserRect, _ store: Program.StoreForm, into output: Schedule.ImageID,
    _ origin: Placement.Region, bins: Int? = nil
  ) {
    let target = bins == nil ? images[output].region : region
    var lowering = Lowering(PlacementAnalyzer(self, region: region, target: target), origin, bins: bins)
    lowering.lower(step, isEncoded: isEncoded(output))
    dispatches.append(
      Schedule.Dispatch(
        program: lowering.program(store: store), arguments: lowering.arguments,
        inputs: lowering.inputs.map(\.image), output: output, region: region))
    placements.append(lowering.placement)
  }

  /// Creates the dispatches of all stored steps in order, then of the result.
  ///
  /// - Returns: the result's image.
  func dispatchAll(_ target: ScheduleTarget) -> Schedule.ImageID {
    for (step, node) in needed.order.nodes.enumerated() where hasImage(step) && !isPrecomputed(step) {
      if case .histogram(let rect, let bins) = node.op {
        count(step, node.inputs[0].extent.pixels(in: rect.pixels), bins: bins)
      } else {
        let form = node.stepForm(working: target.working)
        let image = addImage(.intermediate, needed[step], form, .step(step), of: node)
        dispatch(step, needed[step], form, into: image, .step(step))
      }
    }
    let output = addImage(.output, target.region, target.store, .output)
    dispatch(needed.order.nodes.count - 1, target.region, target.store, into: output, .output)
    return output
  }

  private func count(_ step: Int, _ counted: UserRect, bins: Int) {
    let counters = addImage(
      .counters(bins: bins), UserRect(x: 0, y: 0, width: Double(bins), height: 1), nil, .step(step))
    if counted.isEmpty {
      hasAllDispatches = false
    } else {
      let input = needed.order.index(ofInput: 0, of: step)
      let store = Program.StoreForm.histogram(bins: 1, rows: rules.histogramRows)
      dispatch(input, counted, store, into: counters, .counted(step), bins: bins)
    }
  }

  /// The template for schedules of the same structure. Nil if a dispatch that other geometry needs is missing.
  var template: ScheduleTemplate? {
    guard hasAllDispatches else { return nil }
    return ScheduleTemplate(hasImage: needed.order.indices.map(hasImage), origins: origins, placements: placements)
  }

  /// The windows of sources that are in memory, by identity.
  var heldParts: [Source.Identity: UserRect] {
    windows.values.allSatisfy { $0.held == nil } ? [:] : windows.compactMapValues(\.held)
  }

  /// Creates the model's schedule for the recipe and geometry of this builder. Returns false if that needs other
  /// programs.
  func move(_ model: ScheduleModel, _ template: ScheduleTemplate, to region: UserRect) -> Bool {
    guard template.hasImage == needed.order.indices.map(hasImage) else { return false }
    images.reserveCapacity(model.images.count)
    dispatches.reserveCapacity(model.dispatches.count)
    for (image, origin) in zip(model.images, template.origins) {
      switch origin {
      case .output: add(Schedule.Image(kind: image.kind, region: region, store: image.store), origin)
      case .source(let step):
        guard case .source(let source) = needed.order.nodes[step].op, let window = windows[source.identity],
          !window.region.isEmpty
        else { return false }
        add(Schedule.Image(kind: .source(source), region: window.region, store: nil), origin)
      case .step(let step):
        if case .intermediate = image.kind {
          add(
            Schedule.Image(kind: .intermediate, region: needed[step], store: image.store), origin,
            of: needed.order.nodes[step])
        } else {
          add(image, origin)
        }
      }
    }
    for (dispatch, placement) in zip(model.dispatches, template.placements) {
      guard let (region, arguments) = analyze(placement, dispatch.output, region) else { return false }
      dispatches.append(
        Schedule.Dispatch(
          program: dispatch.program, arguments: arguments, inputs: dispatch.inputs, output: dispatch.output,
          region: region))
    }
    return true
  }

  /// Returns the pixels of a dispatch and its arguments. Returns nil if it needs another program.
  private func analyze(
    _ placement: Placement, _ output: Schedule.ImageID, _ whole: UserRect
  ) -> (UserRect, [Argument])? {
    let region: UserRect
    var target = images[output].region
    switch placement.region {
    case .output: region = whole
    case .step(let step): region = needed[step]
    case .counted(let step):
      let histogram = needed.order.nodes[step]
      guard case .histogram(let rect, _) = histogram.op else { return nil }
      region = histogram.inputs[0].extent.pixels(in: rect.pixels)
      if region.isEmpty { return nil }
      target = region
    }
    var analyzer = PlacementAnalyzer(self, region: region, target: target)
    for area in placement.areas { analyzer.add(area) }
    for (condition, value) in placement.conditions where analyzer.holds(condition) != value { return nil }
    return (region, placement.slots.map(analyzer.argument))
  }
}
