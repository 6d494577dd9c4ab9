import ImageGraph

/// Turns an optimised recipe into dispatches that make `region` of it.
///
/// - Parameters:
///   - region: whole numbers, user plane, finite. Pixels outside the recipe's extent come out clear.
///   - store: how the result's pixels are stored.
///   - working: how pictures between dispatches are stored, `rgbaHalf`, `rgbaFloat` or `rgba8`.
///   - codesWorking: pictures between dispatches of 8 bits hold values coded by the curve of sRGB, as linear light in 8 bits
///     shows steps in the dark. False for contexts without colour management, whose values are of a kind that only they know.
///   - stored: what was decided for a larger region, so that parts of it come out the same to the last bit; nil: decided now.
///   - given: pictures that take the place of nodes, by the node's identity; what only they read is not made.
///   - model: a schedule of the same structure that kept its shape. Where its programs are right for these places, too, they are taken,
///     and only their arguments and regions are made: the result is the same.
///   - keepsShape: true when the schedule is to be a model.
///   - window: the part of a source that is to be had when a part of it is needed; the whole where left out.
package func makeSchedule(
  _ root: Node, region: UserRect, store: Program.StoreForm, working: Program.StoreForm = .rgbaHalf,
  codesWorking: Bool = true, rules: CostRules = CostRules(), stored: StoredNodes? = nil,
  given: [ObjectIdentifier: GivenPicture] = [:], model: Schedule? = nil, keepsShape: Bool = false,
  window: (_ source: Source, _ needed: UserRect) -> SourceWindow = { source, _ in SourceWindow(region: source.rect) }
) throws(RenderError) -> Schedule {
  // A histogram's counters are no pixels yet: something has to read them.
  let root = if case .histogram = root.op { Node(.sampled(.nearest), [root]) } else { root }
  let needed = try NeededRegions(of: root, for: region, given: Set(given.keys))
  let stored = stored ?? StoredNodes(needed: needed, rules: rules)
  if let model, let shape = model.shape {
    let builder = ScheduleBuilder(stored: stored, needed: needed, codesWorking: codesWorking)
    builder.addSources(window)
    if let moved = builder.moved(model, shape, to: region) { return moved }
  }
  let builder = ScheduleBuilder(stored: stored, needed: needed, codesWorking: codesWorking)
  if !given.isEmpty {
    for (place, node) in needed.order.nodes.enumerated() {
      if let picture = given[ObjectIdentifier(node)] { builder.addGiven(picture, at: place) }
    }
  }
  builder.addSources(window)
  for (place, node) in needed.order.nodes.enumerated() where builder.makes(place) {
    if given[ObjectIdentifier(node)] != nil { continue }
    if case .histogram(let rect, let bins) = node.op {
      let counted = node.inputs[0].extent.pixels(in: rect.pixels)
      let picture = builder.addPicture(
        .counters(bins: bins), UserRect(x: 0, y: 0, width: Double(bins), height: 1), nil, .step(place))
      if counted.isEmpty {
        builder.hasAllDispatches = false
      } else {
        let counting = needed.order.place(ofInput: 0, of: place)
        builder.dispatch(counting, counted, .histogram(bins: 1), into: picture, .counted(place), bins: bins)
      }
    } else {
      let form = node.stepForm(working: working)
      let picture = builder.addPicture(.intermediate, needed[place], form, .step(place))
      builder.pictures[picture].step = node
      builder.dispatch(place, needed[place], form, into: picture, .step(place))
    }
  }
  let output = builder.addPicture(.output, region, store, .output)
  builder.dispatch(needed.order.nodes.count - 1, region, store, into: output, .output)
  var schedule = Schedule(pictures: builder.pictures, dispatches: builder.dispatches, output: output)
  if keepsShape, given.isEmpty, builder.hasAllDispatches { schedule.shape = builder.shape }
  return schedule
}

/// The steps that a schedule for `region` stores, in their order, and what it stores of each.
package func storedSteps(
  _ root: Node, region: UserRect, stored: StoredNodes, given: Set<ObjectIdentifier> = []
) throws(RenderError) -> [(node: Node, region: UserRect)] {
  let needed = try NeededRegions(of: root, for: region, given: given)
  return needed.order.nodes.filter { stored.contains($0) && $0 !== root && !given.contains(ObjectIdentifier($0)) }
    .map { ($0, needed[$0]) }.filter { !$0.1.isEmpty }
}

extension Node {
  /// How a picture of this step is stored.
  package func stepForm(working: Program.StoreForm) -> Program.StoreForm {
    if case .histogram = op { return .rgbaFloat }
    return needsFloat ? .rgbaFloat : working
  }

  fileprivate var needsFloat: Bool {
    if case .region(let formula, _) = op { formula.needsFloat } else { false }
  }
}

/// What has been planned so far. A class: lowering one dispatch must not copy all that came before.
final class ScheduleBuilder {
  let stored: StoredNodes
  let needed: NeededRegions
  var pictures: [Schedule.Picture] = []
  var dispatches: [Schedule.Dispatch] = []
  /// True for steps that several others read, or one of them twice.
  let isShared: [Bool]
  private var pictureOfStep: [Schedule.PictureID?]
  private var pictureOfSource: [UInt64: Schedule.PictureID] = [:]
  private var windows: [UInt64: SourceWindow] = [:]
  /// False when there is nothing to count: with other places there may be.
  var hasAllDispatches = true
  private var origins: [ScheduleShape.Origin] = []
  private var placements: [Placement] = []

  private let codesWorking: Bool

  init(stored: StoredNodes, needed: NeededRegions, codesWorking: Bool) {
    (self.stored, self.needed, self.codesWorking) = (stored, needed, codesWorking)
    pictureOfStep = Array(repeating: nil, count: needed.order.nodes.count)
    isShared = needed.order.readerCounts.map { $0 > 1 }
  }

  /// True for pictures whose values are coded by the curve of sRGB.
  func isCoded(_ picture: Schedule.PictureID) -> Bool {
    guard codesWorking, case .intermediate = pictures[picture].kind else { return false }
    return pictures[picture].store == .rgba8
  }

  func addPicture(
    _ kind: Schedule.Picture.Kind, _ region: UserRect, _ store: Program.StoreForm?, _ origin: ScheduleShape.Origin
  ) -> Schedule.PictureID {
    pictures.append(Schedule.Picture(kind: kind, region: region, store: store))
    origins.append(origin)
    if case .step(let step) = origin { pictureOfStep[step] = pictures.count - 1 }
    return pictures.count - 1
  }

  func addGiven(_ given: GivenPicture, at step: Int) {
    var picture = Schedule.Picture(kind: .source(given.source), region: given.region, store: nil)
    picture.origin = given.region.min
    pictures.append(picture)
    origins.append(.step(step))
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
    var parts: [UInt64: UserRect] = [:]
    for (place, node) in needed.order.nodes.enumerated() {
      guard case .source(let source) = node.op else { continue }
      let part = (parts[source.identity] ?? .nothing).union(needed[place])
      parts[source.identity] = part
      windows[source.identity] = window(source, part)
    }
  }

  /// The picture to read a step from, if it is not to be computed in place.
  func picture(of step: Int) -> Schedule.PictureID? {
    if let known = pictureOfStep[step] { return known }
    guard case .source(let source) = needed.order.nodes[step].op else { return nil }
    if let known = pictureOfSource[source.identity] { return known }
    guard let window = windows[source.identity], !window.region.isEmpty else { return nil }
    var picture = Schedule.Picture(kind: .source(source), region: window.region, store: nil)
    picture.held = window.held
    pictures.append(picture)
    origins.append(.source(step))
    pictureOfSource[source.identity] = pictures.count - 1
    return pictures.count - 1
  }

  func dispatch(
    _ step: Int, _ region: UserRect, _ store: Program.StoreForm, into output: Schedule.PictureID,
    _ origin: Placement.Region, bins: Int? = nil
  ) {
    let target = bins == nil ? pictures[output].region : region
    var lowering = Lowering(Surveyor(self, region: region, target: target), origin, bins: bins)
    lowering.lower(step, coded: isCoded(output))
    dispatches.append(
      Schedule.Dispatch(
        program: lowering.program(store: store), arguments: lowering.arguments,
        inputs: lowering.inputs.map(\.picture), output: output, region: region))
    placements.append(lowering.placement)
  }

  /// What a schedule of the same structure needs beside this one.
  var shape: ScheduleShape {
    ScheduleShape(makes: needed.order.indices.map(makes), origins: origins, placements: placements)
  }

  /// The model's schedule for the recipe and places of this builder; nil where these need other programs.
  func moved(_ model: Schedule, _ shape: ScheduleShape, to region: UserRect) -> Schedule? {
    guard shape.makes == needed.order.indices.map(makes) else { return nil }
    pictures = model.pictures
    for (id, origin) in shape.origins.enumerated() {
      switch origin {
      case .output: pictures[id].region = region
      case .source(let step):
        guard case .source(let source) = needed.order.nodes[step].op, let window = windows[source.identity],
          !window.region.isEmpty
        else { return nil }
        pictures[id].kind = .source(source)
        (pictures[id].region, pictures[id].held) = (window.region, window.held)
      case .step(let step):
        guard case .intermediate = pictures[id].kind else { continue }
        (pictures[id].region, pictures[id].step) = (needed[step], needed.order.nodes[step])
      }
    }
    var schedule = Schedule(pictures: pictures, dispatches: model.dispatches, output: model.output)
    for (index, placement) in shape.placements.enumerated() {
      guard let (region, arguments) = survey(placement, model.dispatches[index].output, region) else { return nil }
      schedule.dispatches[index].region = region
      schedule.dispatches[index].arguments = arguments
    }
    schedule.shape = shape
    return schedule
  }

  /// The pixels of a dispatch and its arguments; nil where its program is another one.
  private func survey(
    _ placement: Placement, _ output: Schedule.PictureID, _ whole: UserRect
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
    var surveyor = Surveyor(self, region: region, target: target)
    for spot in placement.spots { surveyor.add(spot) }
    for (question, answer) in placement.questions where surveyor.answer(question) != answer { return nil }
    return (region, placement.slots.map(surveyor.argument))
  }
}

/// How a schedule follows from its recipe and the places of its steps, for making others of the same structure.
package final class ScheduleShape: Sendable {
  /// What a picture holds, of a step by its place in the recipe.
  enum Origin: Sendable {
    case output
    case source(Int)
    case step(Int)
  }

  /// Which steps have pictures.
  let makes: [Bool]
  let origins: [Origin]
  let placements: [Placement]

  init(makes: [Bool], origins: [Origin], placements: [Placement]) {
    (self.makes, self.origins, self.placements) = (makes, origins, placements)
  }
}
