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
///   - window: the part of a source that is to be had when a part of it is needed; the whole where left out.
package func makeSchedule(
  _ root: Node, region: UserRect, store: Program.StoreForm, working: Program.StoreForm = .rgbaHalf,
  codesWorking: Bool = true, rules: CostRules = CostRules(), stored: StoredNodes? = nil,
  given: [ObjectIdentifier: GivenPicture] = [:],
  window: (_ source: Source, _ needed: UserRect) -> SourceWindow = { source, _ in SourceWindow(region: source.rect) }
) throws(RenderError) -> Schedule {
  // A histogram's counters are no pixels yet: something has to read them.
  let root = if case .histogram = root.op { Node(.sampled(.nearest), [root]) } else { root }
  let needed = try NeededRegions(of: root, for: region, given: Set(given.keys))
  let stored = stored ?? StoredNodes(needed: needed, rules: rules)
  let builder = ScheduleBuilder(stored: stored, needed: needed, codesWorking: codesWorking)
  if !given.isEmpty {
    for (place, node) in needed.order.nodes.enumerated() {
      if let picture = given[ObjectIdentifier(node)] { builder.addGiven(picture, at: place) }
    }
  }
  builder.addSources(window)
  for (place, node) in needed.order.nodes.enumerated()
  where stored.contains(node) && node !== root && !needed[place].isEmpty {
    if given[ObjectIdentifier(node)] != nil { continue }
    if case .histogram(let rect, let bins) = node.op {
      let input = node.inputs[0]
      let counted = input.extent.pixels(in: rect.pixels)
      let picture = builder.addPicture(
        .counters(bins: bins), UserRect(x: 0, y: 0, width: Double(bins), height: 1), nil, at: place)
      if !counted.isEmpty {
        let counting = needed.order.place(ofInput: 0, of: place)
        builder.dispatch(counting, counted, .histogram(bins: 1), into: picture, bins: bins)
      }
    } else {
      let form = node.stepForm(working: working)
      let picture = builder.addPicture(.intermediate, needed[place], form, at: place)
      builder.pictures[picture].step = node
      builder.dispatch(place, needed[place], form, into: picture)
    }
  }
  let output = builder.addPicture(.output, region, store, at: nil)
  builder.dispatch(needed.order.nodes.count - 1, region, store, into: output)
  return Schedule(pictures: builder.pictures, dispatches: builder.dispatches, output: output)
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
    _ kind: Schedule.Picture.Kind, _ region: UserRect, _ store: Program.StoreForm?, at step: Int?
  ) -> Schedule.PictureID {
    pictures.append(Schedule.Picture(kind: kind, region: region, store: store))
    if let step { pictureOfStep[step] = pictures.count - 1 }
    return pictures.count - 1
  }

  func addGiven(_ given: GivenPicture, at step: Int) {
    var picture = Schedule.Picture(kind: .source(given.source), region: given.region, store: nil)
    picture.origin = given.region.min
    pictures.append(picture)
    pictureOfStep[step] = pictures.count - 1
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
    pictureOfSource[source.identity] = pictures.count - 1
    return pictures.count - 1
  }

  func dispatch(
    _ step: Int, _ region: UserRect, _ store: Program.StoreForm, into output: Schedule.PictureID, bins: Int? = nil
  ) {
    let frame = pictures[output].region
    let target = bins == nil ? frame : region
    var lowering = Lowering(builder: self, target: target, region: region, isWide: bins == nil)
    if let bins { lowering.addSlot(.int(Int32(bins))) }
    lowering.lower(step, coded: isCoded(output))
    dispatches.append(
      Schedule.Dispatch(
        program: lowering.program(store: store), arguments: lowering.arguments,
        inputs: lowering.inputs.map(\.picture), output: output, region: region))
  }
}

extension Argument {
  /// Left, top, width and height of a picture's region.
  static func geometry(_ region: UserRect) -> Argument {
    .float4([Float(region.min.x), Float(region.max.y), Float(region.width), Float(region.height)])
  }
}
