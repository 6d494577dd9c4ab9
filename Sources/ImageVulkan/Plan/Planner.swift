import ImageGraph
import ImagePasses
import Synchronization

extension VulkanContext {
  /// How to render so that no run passes the memory target or a limit of the device: at once where that fits, else in tiles,
  /// steps first that take more input than fits.
  ///
  /// - Throws: `limit` with the bytes asked for and allowed when not even the smallest tile fits.
  package func plan(_ request: RenderRequest) throws(RenderError) -> RenderPlan {
    let planner = try Planner(request, on: self)
    var part = Planner.Part(
      root: request.root, region: request.region, store: request.store, inRows: request.inRows)
    do throws(RenderError) {
      return try planner.plan(part)
    } catch {
      guard case .limit = error, planner.sources.contains(where: isStreamed) else { throw error }
      part.readsAgain = true
      return try planner.plan(part)
    }
  }

  /// The only run that a render takes, where one is enough; nil where `plan` finds several. Keeps its shape.
  ///
  /// - Parameter model: see `makeSchedule`.
  package func onlyRun(_ request: RenderRequest, like model: Schedule?) throws(RenderError) -> Schedule? {
    let schedule = try makeSchedule(
      request.root, region: request.region, store: request.store, working: request.working,
      codesWorking: request.codesWorking, rules: request.rules, model: model, keepsShape: true, window: window)
    return try excess(of: schedule) == nil ? schedule : nil
  }

  /// True when the schedule can run as it is, with the sources that it has.
  package func fits(_ schedule: Schedule) throws(RenderError) -> Bool { try excess(of: schedule) == nil }

  /// True when parts of the source are read as they are needed, and when that is depends on what else is in memory.
  package func isStreamed(_ source: Source) -> Bool {
    source.givesRows && source.kept == nil && source.byteCount > pool.memoryTarget / 4
  }
}

/// One copy of each program: a thousand tiles have the same few, and all their schedules are in memory at once.
private final class ProgramShelf: Sendable {
  private let programs = Mutex<Set<Program>>([])

  func share(_ schedule: inout Schedule) {
    programs.withLock { programs in
      for index in schedule.dispatches.indices {
        schedule.dispatches[index].program = programs.insert(schedule.dispatches[index].program).memberAfterInsert
      }
    }
  }
}

extension RenderRequest {
  /// Pixels that dispatches would compute if one run could make it.
  package func wholePixelCount() throws(RenderError) -> Int {
    try makeSchedule(
      root, region: region, store: store, working: working, codesWorking: codesWorking, rules: rules
    ).pixelCount
  }
}

/// Cuts a render into runs that fit.
struct Planner: Sendable {
  let context: VulkanContext
  let request: RenderRequest
  /// Decided once, so that every part comes out as the whole would.
  let stored: StoredNodes
  /// What was found of steps that were to be made first.
  let found = Findings()
  private let programs = ProgramShelf()

  /// Something to be planned: some pixels of a step, with what is made already.
  struct Part: Sendable {
    var root: Node
    var region: UserRect
    var store: Program.StoreForm
    /// True when tiles side by side are put together to rows.
    var inRows: Bool
    var given: [ObjectIdentifier: GivenPicture] = [:]
    /// Bytes of what is given, and of rows that tiles are put together to.
    var heldBytes = 0
    /// True when tiles side by side may each read the rows of a file for themselves, which takes as many times as long: only
    /// where nothing else fits.
    var readsAgain = false

    func cut(to region: UserRect) -> Part {
      var part = self
      part.region = region
      return part
    }
  }

  var sources: [Source] {
    request.root.topological.compactMap { if case .source(let source) = $0.op { source } else { nil } }
  }

  init(_ request: RenderRequest, on context: VulkanContext) throws(RenderError) {
    (self.request, self.context) = (request, context)
    let needed = try NeededRegions(of: request.root, for: request.region)
    stored = StoredNodes(needed: needed, rules: request.rules)
  }

  /// Overlap that is not worth looking for anything better: a sixteenth of the pixels.
  private static let littleOverlap = 16

  func plan(_ part: Part) throws(RenderError) -> RenderPlan {
    let whole = try schedules([part])[0]
    guard let excess = try context.excess(of: whole) else { return .run(whole) }
    var best: RenderPlan?
    var failure = excess
    switch try tiled(part) {
    case .success(let plan): best = plan
    case .failure(let excess): failure = excess
    }
    if let best, best.pixelCount <= whole.pixelCount + whole.pixelCount / Self.littleOverlap { return best }
    if let plan = try phased(part, of: whole, below: best?.pixelCount) { best = plan }
    if let best { return best }
    throw failure.error
  }

  /// The schedules of parts that are made one after the other from the same rows.
  func schedules(_ band: [Part]) throws(RenderError) -> [Schedule] {
    var schedules: [Schedule] = []
    for part in band {
      schedules.append(
        try makeSchedule(
          part.root, region: part.region, store: part.store, working: request.working,
          codesWorking: request.codesWorking, rules: request.rules,
          stored: stored, given: part.given, window: context.window))
    }
    context.shareWindows(&schedules, heldBytes: band[0].heldBytes)
    for index in schedules.indices { programs.share(&schedules[index]) }
    return schedules
  }

  /// No tile is narrower; kernels make four pixels at once.
  static let leastWidth = 16.0
}
