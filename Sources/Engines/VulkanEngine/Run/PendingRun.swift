import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning

extension PreparedRun {
  /// Takes memory and a frame, waiting for them where other runs under way hold them, uploads sources that are not on
  /// the device yet, and hands the commands to the queue. Does not wait for their end.
  ///
  /// Runs in flight need nobody who waits to go on: a caller may submit more runs before it completes the first, as
  /// long as somebody completes those that are under way.
  ///
  /// - Parameter target: where the output goes; nil: to the host.
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
    let pending = PendingRun(self, statistics, reservation, memory, try context.frames.take(), target)
    try pending.submitNext()
    return pending
  }

  /// Makes room for the run in what is kept of others.
  func trimCaches() {
    let available = context.memoryTarget - statistics.peakBytes
    context.sources.trim(available: available, needed: sourceKeys)
    context.intermediates.trim(available: available - context.sources.byteCount)
  }
}

/// A run whose commands the device has. Who holds it completes it, once; dropped, it waits for the device.
///
/// Unchecked: used by one thread at a time.
final class PendingRun: @unchecked Sendable {
  let run: PreparedRun
  private(set) var statistics: RenderStatistics
  private var reservation: Reservation?
  private var recorder: DispatchRecorder?
  private var frame: Frame?
  private var output: RunOutput?
  /// Where the output goes; nil: to the host.
  private let target: RunTarget?
  /// What a late target turned out to be, kept until it is written.
  private var lateDestination: DeviceDestination?
  /// Where images were found that are on the device already, kept until they are read.
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

  /// True where the host gets no output.
  var hasTarget: Bool { target != nil }

  /// True when nothing is left to submit.
  var isEnqueued: Bool { recorder?.isDone ?? true }

  /// Waits for the device, submits what had to wait for the host, and hands out the output. What the run held is free
  /// then, but for the output, which lives as long as its lease.
  ///
  /// - Parameter between: called before each further submission; what it throws ends the run.
  /// - Returns: nil where the output went elsewhere on the device.
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
      run.context.intermediates.keep(
        content, lease, byteCount: BufferSize.rounded(image.element.byteCount), of: run.sources)
    }
    if hasTarget { return nil }
    let lease = staging ?? memory.lease(run.schedule.output)
    return RunOutput(lease: lease, rowBytes: image.rowBytes, byteCount: image.byteCount)
  }

  /// Where the host reads the output, when it cannot read the device's memory.
  private var staging: Lease?

  /// Records and submits what the device can be given now, see `DispatchRecorder.recordPart`; with the last of it, how
  /// the output comes to where it goes.
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
    // An app's next commands come behind all of those that write to what is its own.
    run.images.take(on: frame)
    try recorder.recordPart(on: frame, room: hasTarget ? .max : context.profile.pixelsAtOnce)
    run.images.giveBack(on: frame)
    var signals: [QueueSemaphore] = []
    if recorder.isDone {
      switch target {
      case .known(let destination):
        frame.copyOutput(of: run, in: recorder.memory, to: destination)
        if let wait = destination.wait { waits.append(wait) }
        if let signal = destination.signal { signals.append(signal) }
      case .late: break
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
    guard recorder.isDone, case .late(let ask) = target else { return }
    let destination = try ask()
    lateDestination = destination
    try frame.submitBehind(
      waits: [destination.wait].compactMap { $0 }, signals: [destination.signal].compactMap { $0 }
    ) { frame.copyOutput(of: run, in: recorder.memory, to: destination) }
  }

  /// Gives back what the run holds, the frame first: it waits for the device where that is still at work.
  private func release() {
    if let frame { run.context.frames.giveBack(frame) }
    (frame, recorder, staging, output, lateDestination) = (nil, nil, nil, nil, nil)
    residents = []
    guard reservation != nil else { return }
    run.context.sources.trim(available: run.context.memoryTarget, needed: [])
    run.context.intermediates.trim(available: run.context.memoryTarget)
    reservation = nil
  }
}
