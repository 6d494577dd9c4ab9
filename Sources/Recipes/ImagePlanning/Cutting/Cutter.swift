import ImageGraph
import ImagePasses
import ImagePrograms
import Synchronization

/// Cuts a render into runs that fit.
struct Cutter: Sendable {
  let device: DeviceProfile
  let rows: (any RowPlanning)?
  private let request: RenderRequest
  private let root: Node
  /// Decided once, so that every part comes out as the whole would.
  let stored: StoredNodes
  /// What was found of steps that were to be made first.
  let found = PhaseTrials()
  private(set) var effort = PlanningEffort()
  private let programs = ProgramPool()

  /// Something to be made: some pixels of a step, with what is made already.
  struct Part: Sendable {
    var root: Node
    var region: UserRect
    var store: Program.StoreForm
    /// True when tiles side by side are put together to rows.
    var inRows: Bool
    var given: [ObjectIdentifier: PrecomputedImage] = [:]
    /// Bytes of what is given, and of rows that tiles are put together to.
    var heldBytes = 0
    /// True when tiles side by side may each read the rows of a file for themselves, which takes as many times as long:
    /// only where nothing else fits.
    var readsAgain = false

    func cut(to region: UserRect) -> Part {
      var part = self
      part.region = region
      return part
    }
  }

  /// - Parameter root: the request's recipe, optimised.
  init(
    _ root: Node, _ request: RenderRequest, for device: DeviceProfile, _ rows: (any RowPlanning)?
  ) throws(RenderError) {
    (self.root, self.request, self.device, self.rows) = (root, request, device, rows)
    stored = StoredNodes(needed: try NeededRegions(of: root, for: request.region), rules: device.rules)
  }

  /// How images between dispatches are stored.
  var working: Program.StoreForm { request.working }

  /// The runs, and the pixels that dispatches would compute if one run could make it.
  func cut() throws(RenderError) -> (RenderWork, wholePixelCount: Int) {
    var part = everything
    let whole = try runs([part])[0]
    do throws(RenderError) {
      return (try work(part, whole), whole.schedule.pixelCount)
    } catch {
      guard case .limit = error, root.topological.contains(where: isStreamed) else { throw error }
      part.readsAgain = true
      return (try trying(PlanningEffort()).work(part, whole), whole.schedule.pixelCount)
    }
  }

  /// Bands of the whole width, and the pixels that they compute again: fewer than one of so many, else nil, as where
  /// one run is enough.
  ///
  /// Nothing else is tried. Who can do without strips does not wait for a search among columns and steps to be made
  /// first.
  func strips(mostOverlap: Int) throws(RenderError) -> (RenderWork, overlap: Int)? {
    let part = everything
    let whole = try runs([part])[0]
    guard device.excess(of: whole, rows) != nil else { return nil }
    let pixelCount = whole.schedule.pixelCount
    let most = pixelCount + pixelCount / mostOverlap
    guard case .success(let grid) = try bands(of: part), grid.pixelCount <= Double(most),
      case .success(let work) = try tiles(of: part, grid), work.pixelCount <= most
    else { return nil }
    return (work, work.pixelCount - pixelCount)
  }

  private var everything: Part {
    Part(root: root, region: request.region, store: .pixels(request.format), inRows: request.inRows)
  }

  /// The same with another effort to spend.
  func trying(_ effort: PlanningEffort) -> Cutter {
    var cutter = self
    cutter.effort = effort
    return cutter
  }

  private func isStreamed(_ node: Node) -> Bool {
    if case .source(let source) = node.op { device.streams(source) } else { false }
  }

  /// Overlap that is not worth looking for anything better: a sixteenth of the pixels.
  private static let littleOverlap = 16

  func work(_ part: Part) throws(RenderError) -> RenderWork { try work(part, runs([part])[0]) }

  /// - Parameter whole: the part in one run.
  private func work(_ part: Part, _ whole: Run) throws(RenderError) -> RenderWork {
    guard let excess = device.excess(of: whole, rows) else { return .run(whole) }
    var best: Grid?
    var failure = excess
    switch try grid(of: part) {
    case .success(let grid): best = grid
    case .failure(let excess): failure = excess
    }
    let pixelCount = whole.schedule.pixelCount
    // Tiles are made when they are chosen: there may be thousands.
    if best.map({ $0.pixelCount > Double(pixelCount + pixelCount / Self.littleOverlap) }) ?? true,
      let phased = try phased(part, of: pixelCount, below: best.map { Int(clamping: $0.pixelCount) })
    {
      return phased
    }
    guard let best else { throw failure.error }
    switch try tiles(of: part, best) {
    case .success(let tiles): return tiles
    case .failure(let excess): failure = excess
    }
    if let phased = try phased(part, of: pixelCount, below: nil) { return phased }
    throw failure.error
  }

  /// The runs of parts that are made one after the other from the same rows.
  func runs(_ band: [Part]) throws(RenderError) -> [Run] {
    var models: [ScheduleModel] = []
    for part in band {
      let target = ScheduleTarget(
        part.region, as: part.store, working: request.working, codesWorking: request.options.worksInLight)
      models.append(
        try ScheduleModel(
          part.root, target, rules: device.rules, stored: stored, given: part.given, window: device.window))
    }
    effort.spend(models.reduce(0) { $0 + $1.dispatches.count })
    return ImagePlanning.runs(of: models, heldBytes: band[0].heldBytes).map { $0.running(programs.shared($0.schedule)) }
  }

  /// No tile is narrower; kernels make four pixels at once.
  static let leastWidth = 16.0
}

/// One copy of each program: a thousand tiles have the same few, and all their schedules are in memory at once.
private final class ProgramPool: Sendable {
  private let programs = Mutex<Set<Program>>([])

  func shared(_ schedule: Schedule) -> Schedule {
    let dispatches = programs.withLock { programs in
      schedule.dispatches.map { dispatch in
        Schedule.Dispatch(
          program: programs.insert(dispatch.program).memberAfterInsert, arguments: dispatch.arguments,
          inputs: dispatch.inputs, output: dispatch.output, region: dispatch.region)
      }
    }
    return Schedule(images: schedule.images, dispatches: dispatches, outputs: schedule.outputs)
  }
}
