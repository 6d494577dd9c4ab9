import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning

extension PreparedRun {
  /// Allocates memory and a frame, uploads sources that are not on the device yet, and submits the commands. Waits for
  /// runs in flight if they hold the memory or all frames, but not for the completion of the commands.
  ///
  /// Runs in flight do not depend on waiting callers. So a caller may submit more runs before it completes the first,
  /// if the runs in flight are completed eventually.
  ///
  /// - Parameter target: the destination of the output; nil: the host.
  func submit(to target: RunTarget? = nil) throws(RenderError) -> PendingRun {
    var statistics = statistics
    let reservation = try context.pool.reserve(statistics.peakBytes)
    trimCaches()
    if let pixels = pixels[schedule.output] {
      return PendingRun(self, statistics, reservation, finished: try copied(pixels))
    }
    var sources: [ScheduleMemory.Upload: UploadedSource] = [:]
    for upload in memory.uploads {
      sources[upload] = try timed(&statistics.uploadMilliseconds) { () throws(RenderError) in try image(for: upload) }
    }
    let memory = try RunMemory(of: self, sources: sources)
    let pending = PendingRun(self, statistics, reservation, memory, try context.frames.acquire(), target)
    try pending.submitNext()
    return pending
  }

  /// Removes cached images of other runs that the memory target does not permit.
  func trimCaches() {
    let available = context.memoryTarget - statistics.peakBytes
    context.sources.trim(available: available, needed: sourceKeys)
    context.intermediates.trim(available: available - context.sources.byteCount)
  }
}

/// A run with submitted commands. Its owner completes it once. If it is released without completion, it waits for the
/// device.
///
/// Unchecked: used by one thread at a time.
final class PendingRun: @unchecked Sendable {
  let run: PreparedRun
  private(set) var statistics: RenderStatistics
  private var reservation: Reservation?
  private var recorder: DispatchRecorder?
  private var frame: Frame?
  private var output: RunOutput?
  /// The destination of the output; nil: the host.
  private let target: RunTarget?
  /// The destination of a deferred target, retained until it is written.
  private var deferredDestination: DeviceDestination?
  /// The images that are already on the device, retained until they are read.
  private var residents: [DeviceSource] = []

  fileprivate init(
    _ run: PreparedRun, _ statistics: RenderStatistics, _ reservation: Reservation, _ memory: RunMemory, _ frame: Frame,
    _ target: RunTarget?
  ) {
    (self.run, self.statistics, self.reservation) = (run, statistics, reservation)
    (self.frame, self.target) = (frame, target)
    recorder = DispatchRecorder(run, memory)
  }

  fileprivate init(
    _ run: PreparedRun, _ statistics: RenderStatistics, _ reservation: Reservation, finished output: RunOutput
  ) {
    (self.run, self.statistics, self.reservation, self.output) = (run, statistics, reservation, output)
    target = nil
  }

  deinit { release() }

  /// Whether the output has a destination other than the host.
  var hasTarget: Bool { target != nil }

  /// Whether all commands are submitted.
  var isEnqueued: Bool { recorder?.isDone ?? true }

  /// Waits for the device, submits the remaining commands, and returns the output. Then releases the memory of the run,
  /// except for the output, which lives as long as its lease.
  ///
  /// - Parameter between: called before each further submission. An error that it throws ends the run.
  /// - Returns: nil if the output has a destination on the device.
  func complete(between: () throws(RenderError) -> Void = {}) throws(RenderError) -> RunOutput? {
    defer { release() }
    if let output { return output }
    guard let recorder, let frame else { preconditionFailure("a run is completed once") }
    let memory = recorder.memory
    let image = run.schedule.images[run.schedule.output]
    while true {
      statistics.deviceMilliseconds += try frame.wait()
      statistics.dispatchMilliseconds += frame.dispatchMilliseconds
      if let error = memory.openLoopWatch?.error { throw error }
      recorder.convertCounters()
      if recorder.isDone { break }
      try between()
      try submitNext()
    }
    for image in run.schedule.images.enumerated() where image.element.isToBeCached {
      guard let content = image.element.content else { continue }
      let lease = memory.lease(image.offset)
      run.context.intermediates.insert(
        content, lease, byteCount: BufferSize.rounded(image.element.byteCount), of: run.sources)
    }
    if hasTarget { return nil }
    let lease = staging ?? memory.lease(run.schedule.output)
    return RunOutput(lease: lease, rowBytes: image.rowBytes, byteCount: image.byteCount)
  }

  /// The host copy of the output, if device memory is not mapped.
  private var staging: Lease?

  /// Records and submits the next dispatches, see `DispatchRecorder.recordPart`, and after the last one the copy of the
  /// output to its destination.
  fileprivate func submitNext() throws(RenderError) {
    guard let recorder, let frame else { preconditionFailure("a run that is done submits nothing") }
    let context = run.context
    let isFirst = recorder.isAtStart
    if isFirst { try recorder.reserveSets(on: frame) }
    try frame.begin()
    var waits: [QueueSemaphore] = []
    if isFirst {
      residents = try run.copyResidents(to: recorder.memory.sources, on: frame)
      waits = residents.compactMap(\.wait)
    } else {
      frame.barrierBetweenDispatches()
    }
    // Barriers make the app's later commands wait for all writes to its images.
    run.images.acquire(on: frame)
    try recorder.recordPart(on: frame, pixelBudget: hasTarget ? .max : context.profile.pixelsAtOnce)
    run.images.release(on: frame)
    var signals: [QueueSemaphore] = []
    if recorder.isDone {
      switch target {
      case .immediate(let destination):
        frame.copyOutput(of: run, in: recorder.memory, to: destination)
        if let wait = destination.wait { waits.append(wait) }
        if let signal = destination.signal { signals.append(signal) }
      case .deferred: break
      case nil:
        let output = recorder.memory.lease(run.schedule.output).buffer
        if output.contents == nil {
          let byteCount = run.schedule.images[run.schedule.output].byteCount
          let staging = try context.pool.take(byteCount, .host)
          frame.copy(from: output, to: staging.buffer, byteCount: byteCount)
          self.staging = staging
        }
      }
    }
    try frame.submit(waits: waits, signals: signals)
    guard recorder.isDone, case .deferred(let locate) = target else { return }
    let destination = try locate()
    deferredDestination = destination
    try frame.submitAfterward(
      waits: [destination.wait].compactMap { $0 }, signals: [destination.signal].compactMap { $0 }
    ) { frame.copyOutput(of: run, in: recorder.memory, to: destination) }
  }

  /// Releases the resources of the run. The frame is first, because its release waits for the device.
  private func release() {
    if let frame { run.context.frames.release(frame) }
    (frame, recorder, staging, output, deferredDestination) = (nil, nil, nil, nil, nil)
    residents = []
    guard reservation != nil else { return }
    run.context.sources.trim(available: run.context.memoryTarget, needed: [])
    run.context.intermediates.trim(available: run.context.memoryTarget)
    reservation = nil
  }
}
