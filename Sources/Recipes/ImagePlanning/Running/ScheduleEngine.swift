import ImageGraph
import ImagePrograms

/// Runs schedules: what plans are made for. Heavy, made once; safe to use from any number of threads.
package protocol ScheduleEngine: AnyObject, Sendable {
  associatedtype Started: StartedRun

  /// How renders on it are planned.
  var profile: DeviceProfile { get }
  /// The engine's row planner. Nil if the engine computes every image as a whole.
  var rowPlanning: (any RowPlanning)? { get }

  /// Returns the fast paths that the engine takes for a schedule, apart from those that depend on earlier renders.
  func fastPaths(of schedule: Schedule) -> Set<FastPath>

  /// Takes what the run needs, memory and the pixels of sources, and begins it. Returns before it is done.
  ///
  /// Waits while runs under way hold what it needs. They need nobody who waits here to go on: a caller may start more
  /// runs before it completes the first, as long as somebody completes those that are under way.
  ///
  /// - Parameter windows: the parts of large sources that the render has in memory.
  /// - Throws: `limit` before anything is allocated, when the plan passes the memory target or a limit of the engine;
  ///   `image` when a source cannot be read; `invalidArgument` for a schedule that makes no sense; `device`.
  func start(_ run: Run, windows: SourceWindows) throws(RenderError) -> Started

  /// Runs the schedule and returns the output. Its memory may be the engine's until the buffer goes.
  func pixels(of schedule: Schedule) throws(RenderError) -> (pixels: PixelBuffer, statistics: RenderStatistics)

  /// Makes what the schedule is run by, so that the first run need not.
  func prepare(_ schedule: Schedule) throws(RenderError)
  /// Makes what the programs are run by.
  func prepare(_ programs: [Program]) throws(RenderError)

  /// Runs under way and the bytes that they reserved: zero when nothing runs.
  var inFlight: (runs: Int, byteCount: Int) { get }
  /// Bytes of memory held at the moment: in use, kept and idle.
  var memoryByteCount: Int { get }
  /// Bytes of the intermediate images that are kept.
  var keptByteCount: Int { get }

  /// Forgets what is kept for later runs, programs among it. Runs under way are not disturbed.
  func clearCaches()
  /// Frees what later renders could do without. Programs stay.
  func reclaim()
}

/// A run that an engine has begun. It is completed once, by any thread; dropped, it ends.
package protocol StartedRun: Sendable {
  /// What runs, with kept intermediates in their places.
  var schedule: Schedule { get }
  /// True when the engine needs nobody any more to end it: all of it is with a device.
  var isEnqueued: Bool { get }

  /// Waits for the end and hands the outputs to `receive`.
  ///
  /// - Parameters:
  ///   - rooms: by output, where the pixels are wanted in the end; nil: nobody knows. An engine need not look at them.
  ///     What is there stays as it is until all can be done.
  ///   - between: called before each further part that the engine works on; what it throws ends the run.
  ///   - receive: gets each output's number, its rows, top first, and the bytes from one row to the next. Counters come
  ///     as one row of floats, four to a bin. The memory is used again after `receive`, unless it is that of a room.
  @discardableResult
  func complete(
    into rooms: [OutputMemory?], between: () throws(RenderError) -> Void,
    receive: (_ output: Int, _ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics
}

extension ScheduleEngine {
  /// True where images that are read by rows need not be stored.
  package var makesRows: Bool { rowPlanning != nil }

  package var rowPlanning: (any RowPlanning)? { nil }
}

extension StartedRun {
  package var isEnqueued: Bool { false }

  /// The same for the only output.
  @discardableResult
  package func complete(
    into room: OutputMemory?, between: () throws(RenderError) -> Void,
    receive: (_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try complete(into: [room], between: between) { _, rows, rowBytes throws(RenderError) in
      try receive(rows, rowBytes)
    }
  }

  /// The same where nobody says where the pixels are wanted.
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

  /// Runs the schedule, waits for its end and hands the output to `receive`, as `StartedRun.complete` does.
  @discardableResult
  package func run(
    _ schedule: Schedule, receive: (_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    try start(Run(schedule)).complete(receive: receive)
  }

  /// What the run would take: dispatches, pixels, bytes. Sources that are copied count as they are announced.
  package func planned(_ run: Run) throws(RenderError) -> RenderStatistics {
    var statistics = RenderStatistics()
    statistics.dispatches = run.schedule.dispatches.count
    statistics.pixelsProcessed = run.schedule.pixelCount
    statistics.peakBytes = try ScheduleMemory(run, on: profile, rowPlanning).byteCount
    return statistics
  }
}
