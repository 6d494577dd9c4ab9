import ImageGraph
import ImagePasses
import ImagePrograms

/// What has been planned so far. A class: lowering one dispatch must not copy all that came before.
final class ScheduleBuilder {
  let stored: StoredNodes
  let needed: NeededRegions
  private(set) var images: [Schedule.Image] = []
  private(set) var dispatches: [Schedule.Dispatch] = []
  /// The step that an image is stored of, for intermediates.
  private(set) var steps: [Node?] = []
  /// True for steps that several others read, or one of them twice.
  let isShared: [Bool]
  private var imageOfStep: [Schedule.ImageID?]
  private var imageOfSource: [Source.Identity: Schedule.ImageID] = [:]
  private var windows: [Source.Identity: SourceWindow] = [:]
  /// False when there is nothing to count: with other places there may be.
  private var hasAllDispatches = true
  private var origins: [ScheduleTemplate.Origin] = []
  private var placements: [Placement] = []

  private let codesWorking: Bool
  /// How the device reads images.
  let rules: CostRules

  init(stored: StoredNodes, needed: NeededRegions, codesWorking: Bool, rules: CostRules) {
    (self.stored, self.needed, self.codesWorking) = (stored, needed, codesWorking)
    self.rules = rules
    imageOfStep = Array(repeating: nil, count: needed.order.nodes.count)
    isShared = needed.order.readerCounts.map { $0 > 1 }
  }

  /// True for images whose values are coded by the curve of sRGB.
  func isCoded(_ image: Schedule.ImageID) -> Bool {
    guard codesWorking, case .intermediate = images[image].kind else { return false }
    // What is stored in a format of its own holds the values themselves.
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

  func addGiven(_ given: [ObjectIdentifier: PrecomputedImage]) {
    if given.isEmpty { return }
    for (step, node) in needed.order.nodes.enumerated() {
      if let image = given[ObjectIdentifier(node)] { addGiven(image, at: step) }
    }
  }

  private func addGiven(_ given: PrecomputedImage, at step: Int) {
    add(
      Schedule.Image(kind: .source(given.source), region: given.region, store: nil, origin: given.region.min),
      .step(step))
    imageOfStep[step] = images.count - 1
  }

  /// True when the step has an image that is there before.
  func isGiven(_ step: Int) -> Bool { imageOfStep[step] != nil }

  /// True for steps that dispatches make an image of, but for the last.
  func makes(_ step: Int) -> Bool {
    step != needed.order.nodes.count - 1 && !needed[step].isEmpty && stored.contains(needed.order.nodes[step])
  }

  /// True when something of a source is read.
  func isRead(_ step: Int) -> Bool {
    guard case .source(let source) = needed.order.nodes[step].op else { return false }
    return windows[source.identity]?.region.isEmpty == false
  }

  /// Finds the part of each source that is read, by all who read it together.
  func addSources(_ window: (Source, UserRect) -> SourceWindow) {
    var parts: [Source.Identity: UserRect] = [:]
    for (place, node) in needed.order.nodes.enumerated() {
      guard case .source(let source) = node.op else { continue }
      let part = (parts[source.identity] ?? .nothing).union(needed[place])
      parts[source.identity] = part
      windows[source.identity] = window(source, part)
    }
  }

  /// The image to read a step from, if it is not to be computed in place.
  func image(of step: Int) -> Schedule.ImageID? {
    if let known = imageOfStep[step] { return known }
    guard case .source(let source) = needed.order.nodes[step].op else { return nil }
    if let known = imageOfSource[source.identity] { return known }
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
    lowering.lower(step, coded: isCoded(output))
    dispatches.append(
      Schedule.Dispatch(
        program: lowering.program(store: store), arguments: lowering.arguments,
        inputs: lowering.inputs.map(\.image), output: output, region: region))
    placements.append(lowering.placement)
  }

  /// Makes every stored step in its order, then what is asked for.
  ///
  /// - Returns: the image that was asked for.
  func dispatchAll(_ target: ScheduleTarget) -> Schedule.ImageID {
    for (place, node) in needed.order.nodes.enumerated() where makes(place) && !isGiven(place) {
      if case .histogram(let rect, let bins) = node.op {
        count(place, node.inputs[0].extent.pixels(in: rect.pixels), bins: bins)
      } else {
        let form = node.stepForm(working: target.working)
        let image = addImage(.intermediate, needed[place], form, .step(place), of: node)
        dispatch(place, needed[place], form, into: image, .step(place))
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
      let input = needed.order.place(ofInput: 0, of: step)
      let store = Program.StoreForm.histogram(bins: 1, rows: rules.countedRows)
      dispatch(input, counted, store, into: counters, .counted(step), bins: bins)
    }
  }

  /// What a schedule of the same structure needs beside this one; nil where there is none: not everything is dispatched
  /// that other places would have.
  var shape: ScheduleTemplate? {
    guard hasAllDispatches else { return nil }
    return ScheduleTemplate(makes: needed.order.indices.map(makes), origins: origins, placements: placements)
  }

  /// The parts of sources that are to be in memory, by identity.
  var heldParts: [Source.Identity: UserRect] {
    windows.values.allSatisfy { $0.held == nil } ? [:] : windows.compactMapValues(\.held)
  }

  /// Makes the model's schedule for the recipe and places of this builder; false where these need other programs.
  func move(_ model: ScheduleModel, _ shape: ScheduleTemplate, to region: UserRect) -> Bool {
    guard shape.makes == needed.order.indices.map(makes) else { return false }
    images.reserveCapacity(model.images.count)
    dispatches.reserveCapacity(model.dispatches.count)
    for (image, origin) in zip(model.images, shape.origins) {
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
    for (dispatch, placement) in zip(model.dispatches, shape.placements) {
      guard let (region, arguments) = survey(placement, dispatch.output, region) else { return false }
      dispatches.append(
        Schedule.Dispatch(
          program: dispatch.program, arguments: arguments, inputs: dispatch.inputs, output: dispatch.output,
          region: region))
    }
    return true
  }

  /// The pixels of a dispatch and its arguments; nil where its program is another one.
  private func survey(
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
    var surveyor = PlacementAnalyzer(self, region: region, target: target)
    for spot in placement.spots { surveyor.add(spot) }
    for (question, answer) in placement.questions where surveyor.answer(question) != answer { return nil }
    return (region, placement.slots.map(surveyor.argument))
  }
}
