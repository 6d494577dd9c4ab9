import ImageGraph
import ImagePasses
import ImagePrograms
import Synchronization

/// A planner that divides a render into runs that fit the device.
struct Cutter: Sendable {
  let device: DeviceProfile
  let rows: (any RowPlanning)?
  private let request: RenderRequest
  private let root: Node
  /// The stored nodes. They are chosen once for the whole region, so that tiles have the same pixels as the whole
  /// image.
  let stored: StoredNodes
  /// The results of trials that compute a step first.
  let trials = PhaseTrials()
  private(set) var effort = PlanningEffort()
  private let programs = ProgramPool()

  /// A region of a step to compute, with the images that exist already.
  struct Job: Sendable {
    var root: Node
    var region: UserRect
    var store: Program.StoreForm
    /// Whether the tiles of a band are joined to rows.
    var inRows: Bool
    var precomputed: [ObjectIdentifier: PrecomputedImage] = [:]
    /// The bytes of existing images, and of rows to which tiles are joined.
    var heldBytes = 0
    /// Whether the tiles of a band may each read the rows of a file again, which multiplies the time. Only if nothing
    /// else fits.
    var readsAgain = false

    func cropped(to region: UserRect) -> Job {
      var job = self
      job.region = region
      return job
    }
  }

  /// Creates a cutter.
  ///
  /// - Parameter root: the request's recipe, optimised.
  init(
    _ root: Node, _ request: RenderRequest, for device: DeviceProfile, _ rows: (any RowPlanning)?
  ) throws(RenderError) {
    (self.root, self.request, self.device, self.rows) = (root, request, device, rows)
    stored = StoredNodes(needed: try NeededRegions(of: root, for: request.region), rules: device.rules)
  }

  /// The form of intermediates.
  var working: Program.StoreForm { request.working }

  /// Returns the work, and the number of pixels that the dispatches of a single run would compute.
  func cut() throws(RenderError) -> (RenderWork, wholePixelCount: Int) {
    var job = wholeJob
    let whole = try runs([job])[0]
    do throws(RenderError) {
      return (try work(job, whole), whole.schedule.pixelCount)
    } catch {
      guard case .limit = error, root.topological.contains(where: isStreamed) else { throw error }
      job.readsAgain = true
      return (try withEffort(PlanningEffort()).work(job, whole), whole.schedule.pixelCount)
    }
  }

  /// Returns strips of the full width, and the number of pixels that they compute again. Returns nil if a single run
  /// fits, or if that number exceeds the pixels of a single run divided by `overlapDivisor`.
  ///
  /// Tries nothing else. A caller that can do without strips does not wait for a search of columns and phases.
  func strips(overlapDivisor: Int) throws(RenderError) -> (RenderWork, overlap: Int)? {
    let job = wholeJob
    let whole = try runs([job])[0]
    guard device.exceededLimit(of: whole, rows) != nil else { return nil }
    let pixelCount = whole.schedule.pixelCount
    let maximum = pixelCount + pixelCount / overlapDivisor
    guard case .success(let grid) = try bands(of: job), grid.pixelCount <= Double(maximum),
      case .success(let work) = try tiles(of: job, grid), work.pixelCount <= maximum
    else { return nil }
    return (work, work.pixelCount - pixelCount)
  }

  private var wholeJob: Job {
    Job(root: root, region: request.region, store: .pixels(request.format), inRows: request.inRows)
  }

  /// Returns the cutter with another limit of effort.
  func withEffort(_ effort: PlanningEffort) -> Cutter {
    var cutter = self
    cutter.effort = effort
    return cutter
  }

  private func isStreamed(_ node: Node) -> Bool {
    if case .source(let source) = node.op { device.streams(source) } else { false }
  }

  /// If tiles compute at most a sixteenth of the pixels again, no better division is searched for.
  private static let acceptedOverlapDivisor = 16

  func work(_ job: Job) throws(RenderError) -> RenderWork { try work(job, runs([job])[0]) }

  /// Returns the work of a job.
  ///
  /// - Parameter whole: the job as a single run.
  private func work(_ job: Job, _ whole: Run) throws(RenderError) -> RenderWork {
    guard let excess = device.exceededLimit(of: whole, rows) else { return .run(whole) }
    var best: Grid?
    var failure = excess
    switch try grid(of: job) {
    case .success(let grid): best = grid
    case .failure(let excess): failure = excess
    }
    let pixelCount = whole.schedule.pixelCount
    // Tiles are created after the choice, as there may be thousands.
    if best.map({ $0.pixelCount > Double(pixelCount + pixelCount / Self.acceptedOverlapDivisor) }) ?? true,
      let phased = try phased(job, of: pixelCount, below: best.map { Int(clamping: $0.pixelCount) })
    {
      return phased
    }
    guard let best else { throw failure.error }
    switch try tiles(of: job, best) {
    case .success(let tiles): return tiles
    case .failure(let excess): failure = excess
    }
    if let phased = try phased(job, of: pixelCount, below: nil) { return phased }
    throw failure.error
  }

  /// Returns the runs of jobs that are computed one after the other from the same source rows.
  func runs(_ band: [Job]) throws(RenderError) -> [Run] {
    var models: [ScheduleModel] = []
    for job in band {
      let target = ScheduleTarget(
        job.region, as: job.store, working: request.working, encodesIntermediates: request.options.worksInLinearLight)
      models.append(
        try ScheduleModel(
          job.root, target, rules: device.rules, stored: stored, precomputed: job.precomputed, window: device.window))
    }
    effort.spend(models.reduce(0) { $0 + $1.dispatches.count })
    return ImagePlanning.runs(of: models, heldBytes: band[0].heldBytes).map { $0.running(programs.shared($0.schedule)) }
  }

  /// The minimum width of a tile. Kernels compute four pixels at once.
  static let minimumTileWidth = 16.0
}

/// A pool with one copy of each program. Thousands of tiles have the same few programs, and all their schedules are in
/// memory at once.
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
