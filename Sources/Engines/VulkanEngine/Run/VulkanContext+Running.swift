import ImageGraph
import ImagePlanning
import ImagePrograms

extension VulkanContext {
  package func fastPaths(of schedule: Schedule) -> Set<FastPath> {
    var paths: Set<FastPath> = []
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

  /// Gives the run's commands to the device and returns before they are done; sources are uploaded by then.
  ///
  /// Waits while the device has as many runs as it may have at once, or the memory target has no room beside them.
  ///
  /// - Parameter windows: the parts of large sources that the render has in memory.
  /// - Throws: `limit` before anything is allocated, when the plan passes the memory target or a limit of the device;
  ///   `image` when a source cannot be read; `invalidArgument` for a schedule that makes no sense.
  package func start(
    _ run: Run, windows: SourceWindows
  ) throws(RenderError) -> RunningSchedule {
    try start(run, windows: windows, to: nil)
  }

  /// The same for an output that goes elsewhere on the device: the host gets none.
  package func start(
    _ run: Run, windows: SourceWindows = SourceWindows(), to target: RunTarget?
  ) throws(RenderError) -> RunningSchedule {
    var prepared = try PreparedRun(intermediates.applied(to: run), on: self, windows: windows, to: target)
    // Images that are kept, or are to be, share no memory. Where there is not enough for that, all is made anew.
    if prepared.memory.byteCount > memoryTarget {
      prepared = try PreparedRun(run, on: self, windows: windows, to: target)
    }
    try prepared.warmUp()
    return RunningSchedule(try prepared.submit(to: target))
  }

  /// Writes an image of the host to where an app wants it, and waits for the end.
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

  /// Runs the schedule and returns the output without a copy: its memory is the context's until the buffer goes.
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

  /// Makes the kernels of the schedule, down to machine code where the driver allows, and brings its images to a
  /// device with memory of its own, so that the first run need not.
  package func prepare(_ schedule: Schedule) throws(RenderError) { try prepare(schedule, to: nil) }

  /// The same for an output that goes elsewhere on the device.
  package func prepare(_ schedule: Schedule, to target: RunTarget?) throws(RenderError) {
    let residents = try PreparedRun.residents(of: schedule, on: self)
    let images = KernelImages(of: schedule, residents, to: target, on: self)
    try prepare(images.applied(to: schedule).dispatches.map(\.program))
    var run = try PreparedRun(Run(schedule), on: self, to: target)
    try run.warmUp(all: true)
    if !profile.isUnified { try run.uploadKeptSources() }
  }

  /// Makes the programs' pipelines, on all cores. A driver that compiles at the first dispatch does so in the first run
  /// still.
  package func prepare(_ programs: [Program]) throws(RenderError) {
    let programs = Array(Set(programs))
    let areNew = try programs.mappedOnAllCores { program throws(RenderError) in
      try self.programs.pipeline(for: program).stitchMilliseconds != nil
    }
    if areNew.contains(true) { driverCache.saveSoon() }
  }
}

/// A schedule that the device has. It is completed once, by any thread; dropped, it waits for the device.
package struct RunningSchedule: StartedRun {
  private let pending: PendingRun
  /// What runs, with kept intermediates in their places.
  package var schedule: Schedule { pending.run.schedule }
  package var isEnqueued: Bool { pending.isEnqueued }

  init(_ pending: PendingRun) { self.pending = pending }

  /// - Parameter between: called before each further part that the device is given.
  @discardableResult
  package func complete(
    into rooms: [OutputMemory?], between: () throws(RenderError) -> Void,
    receive: (_ output: Int, _ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    let output = try pending.complete(between: between)
    pending.run.context.reopenings.hasWorked()
    var statistics = pending.statistics
    guard let output else { return statistics }
    try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
      let rows = UnsafeRawBufferPointer(start: output.lease.buffer.contents, count: output.byteCount)
      try receive(0, rows, output.rowBytes)
    }
    return statistics
  }
}
