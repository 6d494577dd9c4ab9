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
  func submit() throws(RenderError) -> PendingRun {
    var statistics = statistics
    let reservation = try context.pool.reserve(statistics.peakBytes)
    let available = context.memoryTarget - statistics.peakBytes
    context.sources.trim(available: available, needed: sourceKeys)
    context.intermediates.trim(available: available - context.sources.byteCount)
    if let pixels = pixels[schedule.output] {
      return PendingRun(self, statistics, reservation, finished: try copied(pixels))
    }
    var sources: [ScheduleMemory.Upload: UploadedPicture] = [:]
    for upload in memory.uploads {
      sources[upload] = try timed(&statistics.uploadMilliseconds) { () throws(RenderError) in try picture(for: upload) }
    }
    let memory = try RunMemory(of: self, sources: sources)
    let pending = PendingRun(self, statistics, reservation, memory, try context.frames.take())
    try pending.submitNext()
    return pending
  }
}

/// A run whose commands the device has. Who holds it completes it, once; dropped, it waits for the device.
///
/// Unchecked: used by one thread at a time.
final class PendingRun: @unchecked Sendable {
  let run: PreparedRun
  private(set) var statistics: RenderStatistics
  private var reservation: Reservation?
  private var memory: RunMemory?
  private var frame: Frame?
  private var output: RunOutput?
  /// The first dispatch that no submission holds all of yet, and its first band that none does.
  private var next = 0
  private var nextBand = 0
  private var uniformOffset = 0
  /// Counters that the last submission fills and later dispatches read.
  private var counted = Set<Schedule.PictureID>()

  fileprivate init(
    _ run: PreparedRun, _ statistics: RenderStatistics, _ reservation: Reservation, _ memory: RunMemory, _ frame: Frame
  ) {
    (self.run, self.statistics, self.reservation) = (run, statistics, reservation)
    (self.memory, self.frame) = (memory, frame)
  }

  fileprivate init(
    _ run: PreparedRun, _ statistics: RenderStatistics, _ reservation: Reservation, finished output: RunOutput
  ) {
    (self.run, self.statistics, self.reservation, self.output) = (run, statistics, reservation, output)
    next = run.schedule.dispatches.count
  }

  deinit { release() }

  /// Waits for the device, submits what had to wait for the host, and hands out the output. What the run held is free
  /// then, but for the output, which lives as long as its lease.
  ///
  /// - Parameter between: called before each further submission; what it throws ends the run.
  func complete(between: () throws(RenderError) -> Void = {}) throws(RenderError) -> RunOutput {
    defer { release() }
    if let output { return output }
    guard let memory, let frame else { preconditionFailure("a run is completed once") }
    let picture = run.schedule.pictures[run.schedule.output]
    while true {
      statistics.deviceMilliseconds += try frame.wait()
      statistics.dispatchMilliseconds += frame.dispatchMilliseconds
      for id in counted { memory.countsToFloats(id) }
      counted.removeAll()
      if next == run.schedule.dispatches.count { break }
      try between()
      try submitNext()
    }
    for picture in run.schedule.pictures.enumerated() where picture.element.isToBeKept {
      guard let content = picture.element.content else { continue }
      let lease = memory.lease(picture.offset)
      run.context.intermediates.keep(
        content, lease, byteCount: BufferSize.rounded(picture.element.byteCount), of: run.sources)
    }
    let lease = staging ?? memory.lease(run.schedule.output)
    return RunOutput(lease: lease, rowBytes: picture.rowBytes, byteCount: picture.byteCount)
  }

  /// Where the host reads the output, when it cannot read the device's memory.
  private var staging: Lease?

  /// Records and submits dispatches up to one that reads counters of the same submission, which the host makes floats
  /// first, or as many as the device is given at once.
  fileprivate func submitNext() throws(RenderError) {
    guard let memory, let frame else { preconditionFailure("a run that is done submits nothing") }
    let (schedule, context) = (run.schedule, run.context)
    if next == 0 {
      try frame.reserveSets(
        run.memory.bands.reduce(0) { $0 + $1.count },
        inputs: zip(run.texels, run.memory.bands).reduce(0) { $0 + $1.0.count * $1.1.count })
    }
    try frame.begin()
    if next > 0 || nextBand > 0 { frame.barrierBetweenDispatches() }
    var hazards = Hazards()
    var room = context.profile.pixelsAtOnce
    while next < schedule.dispatches.count, room > 0 {
      let dispatch = schedule.dispatches[next]
      if !counted.isDisjoint(with: dispatch.inputs) { break }
      if hazards.add(dispatch, inputs: dispatch.inputs.map(memory.place), output: memory.place(dispatch.output)) {
        frame.barrierBetweenDispatches()
      }
      try record(dispatch, on: frame, memory, &room)
      if nextBand < run.memory.bands[next].count { break }
      if case .histogram = dispatch.program.store { counted.insert(dispatch.output) }
      (next, nextBand) = (next + 1, 0)
    }
    if next == schedule.dispatches.count {
      let output = memory.lease(schedule.output).buffer
      if output.contents == nil {
        let byteCount = schedule.pictures[schedule.output].byteCount
        let staging = try context.pool.take(byteCount, .host)
        frame.copy(from: output, to: staging.buffer, byteCount: byteCount)
        self.staging = staging
      }
    }
    try frame.submit()
  }

  /// Records the bands that are left of the next dispatch, as far as there is room for their pixels.
  private func record(
    _ dispatch: Schedule.Dispatch, on frame: Frame, _ memory: RunMemory, _ room: inout Int
  ) throws(RenderError) {
    var inputs: [CVKInput] = []
    for (id, texels) in zip(dispatch.inputs, run.texels[next]) { inputs.append(try memory.input(id, texels)) }
    let picture = run.schedule.pictures[dispatch.output]
    let output = memory.lease(dispatch.output).buffer
    let slotBytes = max(dispatch.program.slotCount, 1) * 16
    for band in run.memory.bands[next][nextBand...] where room > 0 {
      write(dispatch, band, to: memory.uniforms.buffer.contents! + uniformOffset)
      let offset = band.baseRow * picture.rowBytes
      try frame.dispatch(
        run.pipelines[next],
        uniforms: CVKRange(
          buffer: memory.uniforms.buffer.handle, offset: UInt64(uniformOffset), byteCount: UInt64(slotBytes)),
        storage: CVKRange(
          buffer: output.handle, offset: UInt64(offset),
          byteCount: UInt64(min(picture.byteCount - offset, run.context.profile.limits.storageBufferRange))),
        inputs: inputs, band: band, pitch: picture.pitch,
        pixelsPerGroup: run.context.rules.groupWidth * dispatch.program.pixelsPerInvocation)
      uniformOffset += run.context.profile.argumentBytes(of: dispatch.program)
      room -= band.width * band.height
      nextBand += 1
    }
  }

  /// Writes a band's arguments as the kernel sees them: an output bound from `baseRow` on has its top lower.
  private func write(_ dispatch: Schedule.Dispatch, _ band: Band, to target: UnsafeMutableRawPointer) {
    let slots = target.assumingMemoryBound(to: SIMD4<UInt32>.self)
    for (slot, argument) in dispatch.arguments.enumerated() { slots[slot] = argument.words }
    for slot in dispatch.arguments.count..<max(dispatch.program.slotCount, 1) { slots[slot] = .zero }
    if band.baseRow > 0, case .float4(var geometry)? = dispatch.arguments.first {
      geometry.y -= Float(band.baseRow)
      geometry.w -= Float(band.baseRow)
      slots[0] = Argument.float4(geometry).words
    }
  }

  /// Gives back what the run holds, the frame first: it waits for the device where that is still at work.
  private func release() {
    if let frame { run.context.frames.giveBack(frame) }
    (frame, memory, staging, output) = (nil, nil, nil, nil)
    guard reservation != nil else { return }
    run.context.sources.trim(available: run.context.memoryTarget, needed: [])
    run.context.intermediates.trim(available: run.context.memoryTarget)
    reservation = nil
  }
}
