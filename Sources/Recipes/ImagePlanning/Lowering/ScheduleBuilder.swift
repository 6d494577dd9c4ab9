import ImageGraph
import ImagePasses
import ImagePrograms

/// What has been planned so far. A class: lowering one dispatch must not copy all that came before.
final class ScheduleBuilder {
  let stored: StoredNodes
  let needed: NeededRegions
  private(set) var pictures: [Schedule.Picture] = []
  private(set) var dispatches: [Schedule.Dispatch] = []
  /// The step that a picture is stored of, for intermediates.
  private(set) var steps: [Node?] = []
  /// True for steps that several others read, or one of them twice.
  let isShared: [Bool]
  private var pictureOfStep: [Schedule.ImageID?]
  private var pictureOfSource: [Source.Identity: Schedule.ImageID] = [:]
  private var windows: [Source.Identity: SourceWindow] = [:]
  /// False when there is nothing to count: with other places there may be.
  private var hasAllDispatches = true
  private var origins: [ScheduleTemplate.Origin] = []
  private var placements: [Placement] = []

  private let codesWorking: Bool
  /// How the device reads pictures.
  let rules: CostRules

  init(stored: StoredNodes, needed: NeededRegions, codesWorking: Bool, rules: CostRules) {
    (self.stored, self.needed, self.codesWorking) = (stored, needed, codesWorking)
    self.rules = rules
    pictureOfStep = Array(repeating: nil, count: needed.order.nodes.count)
    isShared = needed.order.readerCounts.map { $0 > 1 }
  }

  /// True for pictures whose values are coded by the curve of sRGB.
  func isCoded(_ picture: Schedule.ImageID) -> Bool {
    guard codesWorking, case .intermediate = pictures[picture].kind else { return false }
    // What is stored in a format of its own holds the values themselves.
    if case .intermediate(_, _?)? = steps[picture]?.op { return false }
    return pictures[picture].store == .rgba8
  }

  private func addPicture(
    _ kind: Schedule.Picture.Kind, _ region: UserRect, _ store: Program.StoreForm?, _ origin: ScheduleTemplate.Origin,
    of node: Node? = nil
  ) -> Schedule.ImageID {
    add(Schedule.Picture(kind: kind, region: region, store: store), origin, of: node)
    if case .step(let step) = origin { pictureOfStep[step] = pictures.count - 1 }
    return pictures.count - 1
  }

  private func add(_ picture: Schedule.Picture, _ origin: ScheduleTemplate.Origin, of node: Node? = nil) {
    pictures.append(picture)
    origins.append(origin)
    steps.append(node)
  }

  func addGiven(_ given: [ObjectIdentifier: PrecomputedImage]) {
    if given.isEmpty { return }
    for (step, node) in needed.order.nodes.enumerated() {
      if let picture = given[ObjectIdentifier(node)] { addGiven(picture, at: step) }
    }
  }

  private func addGiven(_ given: PrecomputedImage, at step: Int) {
    add(
      Schedule.Picture(kind: .source(given.source), region: given.region, store: nil, origin: given.region.min),
      .step(step))
    pictureOfStep[step] = pictures.count - 1
  }

  /// True when the step has a picture that is there before.
  func isGiven(_ step: Int) -> Bool { pictureOfStep[step] != nil }

  /// True for steps that dispatches make a picture of, but for the last.
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

  /// The picture to read a step from, if it is not to be computed in place.
  func picture(of step: Int) -> Schedule.ImageID? {
    if let known = pictureOfStep[step] { return known }
    guard case .source(let source) = needed.order.nodes[step].op else { return nil }
    if let known = pictureOfSource[source.identity] { return known }
    guard let window = windows[source.identity], !window.region.isEmpty else { return nil }
    add(Schedule.Picture(kind: .source(source), region: window.region, store: nil), .source(step))
    pictureOfSource[source.identity] = pictures.count - 1
    return pictures.count - 1
  }

  private func dispatch(
    _ step: Int, _ region: UserRect, _ store: Program.StoreForm, into output: Schedule.ImageID,
    _ origin: Placement.Region, bins: Int? = nil
  ) {
    let target = bins == nil ? pictures[output].region : region
    var lowering = Lowering(PlacementAnalyzer(self, region: region, target: target), origin, bins: bins)
    lowering.lower(step, coded: isCoded(output))
    dispatches.append(
      Schedule.Dispatch(
        program: lowering.program(store: store), arguments: lowering.arguments,
        inputs: lowering.inputs.map(\.picture), output: output, region: region))
    placements.append(lowering.placement)
  }

  /// Makes every stored step in its order, then what is asked for.
  ///
  /// - Returns: the picture that was asked for.
  func dispatchAll(_ target: ScheduleTarget) -> Schedule.ImageID {
    for (place, node) in needed.order.nodes.enumerated() where makes(place) && !isGiven(place) {
      if case .histogram(let rect, let bins) = node.op {
        count(place, node.inputs[0].extent.pixels(in: rect.pixels), bins: bins)
      } else {
        let form = node.stepForm(working: target.working)
        let picture = addPicture(.intermediate, needed[place], form, .step(place), of: node)
        dispatch(place, needed[place], form, into: picture, .step(place))
      }
    }
    let output = addPicture(.output, target.region, target.store, .output)
    dispatch(needed.order.nodes.count - 1, target.region, target.store, into: output, .output)
    return output
  }

  private func count(_ step: Int, _ counted: UserRect, bins: Int) {
    let counters = addPicture(
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
    pictures.reserveCapacity(model.pictures.count)
    dispatches.reserveCapacity(model.dispatches.count)
    for (picture, origin) in zip(model.pictures, shape.origins) {
      switch origin {
      case .output: add(Schedule.Picture(kind: picture.kind, region: region, store: picture.store), origin)
      case .source(let step):
        guard case .source(let source) = needed.order.nodes[step].op, let window = windows[source.identity],
          !window.region.isEmpty
        else { return false }
        add(Schedule.Picture(kind: .source(source), region: window.region, store: nil), origin)
      case .step(let step):
        if case .intermediate = picture.kind {
          add(
            Schedule.Picture(kind: .intermediate, region: needed[step], store: picture.store), origin,
            of: needed.order.nodes[step])
        } else {
          add(picture, origin)
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
    var target = pictures[output].region
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
