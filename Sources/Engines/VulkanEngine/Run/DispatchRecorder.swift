import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms

/// A recorder of a run's dispatches, for one submission or for several.
///
/// Used by one thread at a time.
final class DispatchRecorder {
  let run: PreparedRun
  let memory: RunMemory
  /// The first dispatch that is not completely recorded, and its first remaining band.
  private var next = 0
  private var nextBand = 0
  private var uniformOffset = 0
  /// Counters that the recorded dispatches fill.
  private(set) var filledCounters = Set<Schedule.ImageID>()

  init(_ run: PreparedRun, _ memory: RunMemory) { (self.run, self.memory) = (run, memory) }

  var isAtStart: Bool { next == 0 && nextBand == 0 }
  var isDone: Bool { next == run.schedule.dispatches.count }

  /// Reserves descriptor sets for all dispatches.
  func reserveSets(on frame: Frame) throws(RenderError) {
    try frame.reserveSets(
      run.memory.bands.reduce(0) { $0 + $1.count },
      inputs: run.schedule.dispatches.indices.reduce(0) { $0 + run.inputCount(of: $1) * run.memory.bands[$1].count })
  }

  /// Records dispatches for one submission. Stops before a dispatch that reads counters of the same submission, because
  /// the host first converts them to floats, or at the pixel budget.
  ///
  /// - Parameter pixelBudget: the number of pixels of the submission.
  func recordPart(on frame: Frame, pixelBudget: Int) throws(RenderError) {
    let schedule = run.schedule
    var hazards = Hazards()
    var pixelBudget = pixelBudget
    while next < schedule.dispatches.count, pixelBudget > 0 {
      let dispatch = schedule.dispatches[next]
      if !filledCounters.isDisjoint(with: dispatch.inputs) { break }
      if hazards.add(
        dispatch, inputs: dispatch.inputs.map(memory.hazardMemory), output: memory.hazardMemory(dispatch.output))
      {
        frame.barrierBetweenDispatches()
      }
      try record(dispatch, on: frame, &pixelBudget)
      if nextBand < run.memory.bands[next].count { break }
      if case .histogram = dispatch.program.store {
        filledCounters.insert(dispatch.output)
        if let counting = memory.countingBuffer(of: dispatch.output) {
          frame.copy(from: counting, to: memory.lease(dispatch.output).buffer, byteCount: counterBytes(of: dispatch))
        }
      }
      (next, nextBand) = (next + 1, 0)
    }
  }

  /// Converts the counters to floats, after the device has filled them.
  func convertCounters() {
    for id in filledCounters { memory.convertCountersToFloats(id) }
    filledCounters.removeAll()
  }

  /// Records the remaining bands of the next dispatch, within the pixel budget.
  private func record(_ dispatch: Schedule.Dispatch, on frame: Frame, _ pixelBudget: inout Int) throws(RenderError) {
    var inputs: [CVKBound] = []
    for (id, texels) in zip(dispatch.inputs, run.texels[next]) { inputs.append(try memory.input(id, texels)) }
    if let openLoops = memory.openLoops(of: next) { inputs.append(openLoops) }
    let source = run.schedule.images[dispatch.output]
    let counting = memory.countingBuffer(of: dispatch.output)
    if let counting, nextBand == 0 {
      // The counters are still zero.
      frame.copy(from: memory.lease(dispatch.output).buffer, to: counting, byteCount: counterBytes(of: dispatch))
      frame.barrierAfterCopies()
    }
    let image: CVKBound? = if case .image = dispatch.program.store { try memory.writtenImage() } else { nil }
    func output(from offset: Int) -> CVKBound {
      let byteCount = min(source.byteCount - offset, run.context.profile.limits.storageBufferRange)
      return image ?? CVKBound(counting ?? memory.lease(dispatch.output).buffer, offset: offset, byteCount: byteCount)
    }
    let slotBytes = max(dispatch.program.slotCount, 1) * 16
    for band in run.memory.bands[next][nextBand...] where pixelBudget > 0 {
      write(dispatch, band, to: memory.uniforms.buffer.contents! + uniformOffset)
      try frame.dispatch(
        run.pipelines[next],
        uniforms: CVKRange(
          buffer: memory.uniforms.buffer.handle, offset: UInt64(uniformOffset), byteCount: UInt64(slotBytes)),
        output: output(from: band.baseRow * source.rowBytes), inputs: inputs, band: band, pitch: source.pitch,
        groupWidth: run.context.rules.groupWidth,
        block: dispatch.program.block)
      uniformOffset += run.context.profile.argumentBytes(of: dispatch.program)
      pixelBudget -= band.width * band.height
      nextBand += 1
    }
  }

  private func counterBytes(of dispatch: Schedule.Dispatch) -> Int { run.schedule.images[dispatch.output].byteCount }

  /// Writes a band's arguments. If the output is bound from `baseRow` on, its top is lower by that number of rows.
  private func write(_ dispatch: Schedule.Dispatch, _ band: Band, to target: UnsafeMutableRawPointer) {
    let slots = target.assumingMemoryBound(to: SIMD4<UInt32>.self)
    for (slot, argument) in dispatch.arguments.enumerated() { slots[slot] = argument.words }
    for slot in dispatch.arguments.count..<max(dispatch.program.slotCount, 1) { slots[slot] = .zero }
    if band.baseRow > 0, case .float4(var geometry)? = dispatch.arguments.first {
      geometry.y -= Float(band.baseRow)
      geometry.w -= Float(band.baseRow)
      slots[0] = Argument.float4(geometry).words
      if case .image(_, let slot) = dispatch.program.store, case .float2(var corner) = dispatch.arguments[slot] {
        corner.y += Float(band.baseRow)
        slots[slot] = Argument.float2(corner).words
      }
    }
  }
}

extension Frame {
  /// Copies the output of a run to its destination, unless kernels write it there directly.
  func copyOutput(of run: PreparedRun, in memory: RunMemory, to destination: DeviceDestination) {
    if run.images.written != nil { return }
    let image = run.schedule.images[run.schedule.output]
    copy(
      memory.lease(run.schedule.output).buffer, width: image.width, height: image.height, pitch: image.pitch,
      bytesPerPixel: image.store?.bytesPerPixel ?? 0, to: destination)
  }
}
