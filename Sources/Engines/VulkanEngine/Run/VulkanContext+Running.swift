import ImageGraph
import ImagePlanning
import ImagePrograms

extension VulkanContext {
  package func fastPaths(of schedule: Schedule) -> FastPaths {
    var paths = FastPaths.none
    let mayStore64 = rules.stores64 && device.physical.facts.shaderInt64
    for dispatch in schedule.dispatches {
      let program = dispatch.program
      if program.inputs.contains(where: { if case .packed = $0 { true } else { false } }) { paths.insert(.packedLoads) }
      if program.pixelsPerInvocation > 1 {
        if rules.widens { paths.insert(.wideFormulas) }
        if mayStore64 { paths.insert(.wideStores) }
      }
      if program.inputs.contains(where: { if case .image = $0 { true } else { false } }) { paths.insert(.imageAccess) }
      switch program.store {
      case .image: paths.insert(.imageAccess)
      case .planes: paths.insert(.planeStores)
      case .histogram where profile.fastPaths.contains(.groupedCounts) && device.physical.facts.subgroupVotes:
        if info.kind != .cpu { paths.insert(.groupedCounts) }
      default: break
      }
    }
    return paths
  }

  /// Uploads the sources, submits the run's commands and returns before they are complete.
  ///
  /// Waits while the maximum number of runs is in flight, or while their memory and that of the run exceed the memory
  /// target.
  ///
  /// - Parameter windows: the parts of large sources that the render has in memory.
  /// - Throws: `limit` before any allocation if the plan exceeds the memory target or a limit of the device; `image` if
  ///   a source cannot be read; `invalidArgument` for an invalid schedule.
  package func start(
    _ run: Run, windows: SourceWindows
  ) throws(RenderError) -> RunningSchedule {
    try start(run, windows: windows, to: nil)
  }

  /// Starts a run whose output has a destination on the device. The host receives no output.
  package func start(
    _ run: Run, windows: SourceWindows = SourceWindows(), to target: RunTarget?
  ) throws(RenderError) -> RunningSchedule {
    var prepared = try PreparedRun(intermediates.applied(to: run), on: self, windows: windows, to: target)
    // Cached intermediates do not share memory. If the memory target is exceeded, the run does not use the cache.
    if prepared.memory.byteCount > memoryTarget {
      prepared = try PreparedRun(run, on: self, windows: windows, to: target)
    }
    try prepared.warmUp()
    return RunningSchedule(try prepared.submit(to: target))
  }

  /// Copies a host image to a destination on the device, and waits for completion.
  package func write(_ pixels: PixelBuffer, to destination: DeviceDestination) throws(RenderError) {
    let pitch = (pixels.width + 3) / 4 * 4
    let bytesPerPixel = pixels.format.bytesPerPixel
    let staging = try pool.take(pitch * pixels.height * bytesPerPixel, .host)
    copyRows(of: pixels, to: staging.buffer.contents!, format: pixels.format, pitch: pitch)
    try frames.running(
      waits: [destination.wait].compactMap { $0 }, signals: [destination.signal].compactMap { $0 }
    ) { (frame) throws(RenderError) in
      try frame.begin()
      frame.copy(
        staging.buffer, width: pixels.width, height: pixels.height, pitch: pitch, bytesPerPixel: bytesPerPixel,
        to: destination)
    }
    withExtendedLifetime(staging) {}
  }

  /// Runs the schedule and returns the output without a copy. The buffer leases its memory from the context.
  package func pixels(of schedule: Schedule) throws(RenderError) -> (pixels: PixelBuffer, statistics: RenderStatistics)
  {
    var run = try PreparedRun(Run(schedule), on: self)
    try run.warmUp()
    let pending = try run.submit()
    let image = schedule.images[schedule.output]
    guard let output = try pending.complete(), let contents = output.lease.buffer.contents,
      let format = run.outputFormat
    else {
      throw .invalidArgument("a histogram's counters are not an image")
    }
    let lease = output.lease
    let pixels = PixelBuffer(
      width: image.width, height: image.height, format: format, rowBytes: output.rowBytes, adopting: contents
    ) { _ in withExtendedLifetime(lease) {} }
    return (pixels, pending.statistics)
  }

  /// Compiles the kernels of the schedule, to machine code if the driver permits, and uploads its images to a discrete
  /// device. The first run then has only to execute.
  package func prepare(_ schedule: Schedule) throws(RenderError) { try prepare(schedule, to: nil) }

  /// Prepares a schedule whose output has a destination on the device.
  package func prepare(_ schedule: Schedule, to target: RunTarget?) throws(RenderError) {
    let residents = try PreparedRun.residents(of: schedule, on: self)
    let images = KernelImages(of: schedule, residents, to: target, on: self)
    try prepare(images.applied(to: schedule).dispatches.map(\.program))
    var run = try PreparedRun(Run(schedule), on: self, to: target)
    try run.warmUp(all: true)
    if !profile.isUnified { try run.uploadCacheableSources() }
  }

  /// Compiles the pipelines of programs, on all cores. Drivers that compile at the first dispatch still do so in the
  /// first run.
  package func prepare(_ programs: [Program]) throws(RenderError) {
    let programs = Array(Set(programs))
    let areNew = try programs.mappedOnAllCores { program throws(RenderError) in
      try self.programs.pipeline(for: program).stitchMilliseconds != nil
    }
    if areNew.contains(true) { driverCache.saveSoon() }
  }
}

/// A submitted schedule. It is completed once, on any thread. If it is released without completion, it waits for the
/// device.
package struct RunningSchedule: StartedRun {
  private let pending: PendingRun
  /// The schedule that runs, with cached intermediates.
  package var schedule: Schedule { pending.run.schedule }
  package var isEnqueued: Bool { pending.isEnqueued }

  init(_ pending: PendingRun) { self.pending = pending }

  /// Waits for the device, and passes the output to `receive`.
  ///
  /// - Parameter between: called before each further submission.
  @discardableResult
  package func complete(
    into outputMemory: [OutputMemory?], between: () throws(RenderError) -> Void,
    receive: (_ output: Int, _ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let output = try pending.complete(between: between)
    pending.run.context.restarts.recordSuccess()
    var statistics = pending.statistics
    guard let output else { return statistics }
    try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
      let rows = UnsafeRawBufferPointer(start: output.lease.buffer.contents, count: output.byteCount)
      try receive(0, rows, output.rowBytes)
    }
    return statistics
  }
}
