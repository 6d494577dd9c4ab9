import ImageGraph
import ImagePrograms

/// An engine that runs schedules. Expensive to create. Thread-safe.
package protocol ScheduleEngine: AnyObject, Sendable {
  associatedtype Started: StartedRun

  /// The profile for planning renders on the engine.
  var profile: DeviceProfile { get }
  /// The engine's row planner. Nil if the engine computes every image as a whole.
  var rowPlanning: (any RowPlanning)? { get }

  /// Returns the fast paths that the engine takes for a schedule, apart from those that depend on earlier renders.
  func fastPaths(of schedule: Schedule) -> FastPaths

  /// Allocates memory, fetches the pixels of sources and begins the run. Returns before the run is complete.
  ///
  /// Waits while runs in flight hold memory that it needs. A caller may start several runs before it completes the
  /// first one, as long as runs in flight are completed by other threads.
  ///
  /// - Parameter windows: the windows of large sources that the render has in memory.
  /// - Throws: `limit` before anything is allocated, if the plan exceeds the memory target or a limit of the engine;
  ///   `image` if a source cannot be read; `invalidArgument` for an invalid schedule; `device`.
  func start(_ run: Run, windows: SourceWindows) throws(RenderError) -> Started

  /// Runs the schedule and returns the output. The buffer may be in the engine's memory until it is released.
  func pixels(of schedule: Schedule) throws(RenderError) -> (pixels: PixelBuffer, statistics: RenderStatistics)

  /// Prepares the objects that run the schedule, so that the first run is not delayed.
  func prepare(_ schedule: Schedule) throws(RenderError)
  /// Prepares the objects that run the programs.
  func prepare(_ programs: [Program]) throws(RenderError)

  /// The number of runs in flight, and the bytes that they have reserved.
  var inFlight: (runs: Int, byteCount: Int) { get }
  /// The bytes of memory in use, cached and idle.
  var memoryByteCount: Int { get }
  /// The bytes of the cached intermediates.
  var cachedByteCount: Int { get }

  /// Removes everything that is cached for later runs, including programs. Runs in flight are not affected.
  func clearCaches()
  /// Frees memory that later renders do not require. Programs stay cached.
  func reclaim()
}

/// A run that an engine has begun. It is completed once, by any thread. Releasing it ends the run.
package protocol StartedRun: Sendable {
  /// The schedule that runs, with cached intermediates in place of computed ones.
  var schedule: Schedule { get }
  /// Whether all of the run is submitted to a device, so that it ends without being completed.
  var isEnqueued: Bool { get }

  /// Waits for the run and passes its outputs to `receive`.
  ///
  /// - Parameters:
  ///   - outputs: the memory for each output, or nil. An engine may ignore it. Existing pixels stay unchanged until all
  ///     of them can be written.
  ///   - between: called before each further part that the engine works on. An error ends the run.
  ///   - receive: receives each output's index, its rows, top first, and their stride in bytes. Counters are a row of
  ///     floats, four to a bin. The memory is reused after the call, unless it is that of `outputs`.
  @discardableResult
  func complete(
    into outputs: [OutputMemory?], between: () throws(RenderError) -> Void,
    receive: (_ output: Int, _ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics
}

extension ScheduleEngine {
  /// Whether images that are read by rows need not be stored.
  package var makesRows: Bool { rowPlanning != nil }

  package var rowPlanning: (any RowPlanning)? { nil }

  /// Returns the fast paths that the engine takes for several schedules.
  package func fastPaths(of schedules: [Schedule]) -> FastPaths {
    schedules.reduce(into: .none) { $0.formUnion(fastPaths(of: $1)) }
  }
}

extension StartedRun {
  package var isEnqueued: Bool { false }

  /// Completes a run with a single output.
  @discardableResult
  package func complete(
    into output: OutputMemory?, between: () throws(RenderError) -> Void,
    receive: (_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try complete(into: [output], between: between) { _, rows, rowBytes throws(RenderError) in
      try receive(rows, rowBytes)
    }
  }

  /// Completes a run with a single output, without memory for it.
  @discardableResult
  package func complete(
    between: () throws(RenderError) -> Void = {},
    receive: (_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try complete(into: nil, between: between, receive: receive)
  }
}

extension ScheduleEngine {
  /// Begins a run that reads its sources whole.
  package func start(_ run: Run) throws(RenderError) -> Started { try start(run, windows: SourceWindows()) }

  /// Runs the schedule, waits for it and passes the output to `receive`, as `StartedRun.complete` does.
  @discardableResult
  package func run(
    _ schedule: Schedule, receive: (_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try start(Run(schedule)).complete(receive: receive)
  }

  /// Returns the planned dispatches, pixels and bytes of the run. Sources that are copied are assumed to have their
  /// announced layout.
  package func planned(_ run: Run) throws(RenderError) -> RenderStatistics {
    var statistics = RenderStatistics()
    statistics.dispatches = run.schedule.dispatches.count
    statistics.pixelsProcessed = run.schedule.pixelCount
    statistics.peakBytes = try ScheduleMemory(run, on: profile, rowPlanning).byteCount
    return statistics
  }
}
