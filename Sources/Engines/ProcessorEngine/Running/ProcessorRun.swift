import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms

/// A started run: it is verified, its memory is reserved, and the pixels of its sources are fetched. `complete`
/// computes the outputs.
///
/// Unchecked: used by one thread at a time.
package final class ProcessorRun: StartedRun, @unchecked Sendable {
  private let run: Run
  /// The execution plan.
  private let rows: ScheduleRows
  private let context: ProcessorContext
  private var reservation: IntermediatePool.Reservation?
  private var heldMemory: IntermediatePool.HeldMemory?
  /// Sources and cached intermediates.
  private var images: [Schedule.ImageID: PixelBuffer] = [:]
  private(set) var statistics = RenderStatistics()

  package var schedule: Schedule { run.schedule }

  /// - Parameter windows: the parts of sources that are too large to be completely in memory.
  init(_ run: Run, on context: ProcessorContext, windows: SourceWindows) throws(RenderError) {
    let run = run.cachingRows()
    (self.run, self.context) = (run, context)
    try run.verify(limits: context.profile.limits) { $0 is CachedIntermediate<PixelBuffer> }
    let memory = try ScheduleMemory(run, on: context.profile, context.rows)
    // If the memory count had no plan, planning throws the reason.
    if let planned = run.cachedRows?.take() as? ScheduleRows {
      rows = planned
    } else {
      rows = try context.rows.plan(of: run.schedule)
    }
    (statistics.engine, statistics.runs) = (.processor, 1)
    statistics.dispatches = run.schedule.dispatches.count
    statistics.pixelsProcessed = run.schedule.pixelCount
    statistics.peakBytes = memory.byteCount
    context.runCount.add(1, ordering: .relaxed)
    reservation = try context.pool.reserve(memory.byteCount)
    context.intermediates.trim(available: context.profile.budget.target - memory.byteCount)
    heldMemory = context.pool.hold(run.heldBytes)
    try fetchSources(windows)
  }

  deinit {
    release()
    context.runCount.subtract(1, ordering: .relaxed)
  }

  /// Releases the memory of the run.
  private func release() {
    guard reservation != nil else { return }
    (images, heldMemory) = ([:], nil)
    context.intermediates.trim(available: context.profile.budget.target)
    reservation = nil
  }

  package func complete(
    into outputMemory: [OutputMemory?], between: () throws(RenderError) -> Void,
    receive: (_ output: Int, _ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    defer { release() }
    let outputs = try outputs(into: outputMemory, between: between)
    try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
      for (index, output) in outputs.enumerated() {
        try receive(index, UnsafeRawBufferPointer(start: output.bytes, count: output.byteCount), output.rowBytes)
      }
    }
    return statistics
  }

  /// Computes the outputs.
  func outputs(
    into outputMemory: [OutputMemory?] = [], between: () throws(RenderError) -> Void
  ) throws(RenderError) -> [PixelBuffer] {
    var callerOutputs: [Schedule.ImageID: PixelBuffer] = [:]
    let usableMemory = context.profile.fastPaths.contains(.outputMemory) ? outputMemory : []
    for (id, memory) in zip(schedule.outputs, usableMemory) { callerOutputs[id] = memory.flatMap { image(id, in: $0) } }
    statistics.fastPaths = rows.fastPaths
    if !callerOutputs.isEmpty { statistics.fastPaths.insert(.outputMemory) }
    if schedule.images.contains(where: \.isCached) { statistics.fastPaths.insert(.intermediateCache) }
    for dispatch in schedule.dispatches {
      guard let milliseconds = context.rows.programs.firstRun(of: dispatch.program) else { continue }
      statistics.programsCompiled += 1
      statistics.compileMilliseconds += milliseconds
      // There is no driver, so all of it is stitching.
      statistics.stitchMilliseconds += milliseconds
    }
    let work = ScheduleRun(
      schedule: schedule, rows: rows, blocks: context.stages.blocks, sources: images, pool: context.pool)
    var computed: [Schedule.ImageID: PixelBuffer] = [:]
    let outputs = try withoutActuallyEscaping(between) { (between) throws(RenderError) in
      try work.pixels(&statistics, poller: CancellationPoller(between)) { (id) throws(RenderError) in
        if let output = callerOutputs[id] { return output }
        let pixels = try allocate(id)
        if schedule.images[id].isToBeCached { computed[id] = pixels }
        return pixels
      }
    }
    for (id, pixels) in computed {
      let image = schedule.images[id]
      guard let content = image.content else { continue }
      context.intermediates.insert(content, pixels, byteCount: BufferSize.rounded(image.byteCount), of: sources)
    }
    return outputs
  }

  /// Returns an output in memory of the caller. Returns nil if the memory does not fit the output, or if a kernel of an
  /// app may fail after a part of the output is written.
  private func image(_ id: Schedule.ImageID, in memory: OutputMemory) -> PixelBuffer? {
    let output = schedule.images[id]
    guard case .output = output.kind, !output.isToBeCached, output.region == memory.region,
      output.store?.format == memory.format, (output.store?.planes?.chromaCount ?? 0) == memory.chroma.count,
      !rows.kernels.joined().contains(where: \.mayFail),
      schedule.dispatches.allSatisfy({ !$0.inputs.contains(id) })
    else { return nil }
    return memory.image(unlessOverlapping: images.values)
  }

  private var sources: [Source] {
    schedule.images.compactMap { if case .source(let source) = $0.kind { source } else { nil } }
  }

  /// Allocates an image of the schedule. Counters are zero.
  private func allocate(_ id: Schedule.ImageID) throws(RenderError) -> PixelBuffer {
    let image = schedule.images[id]
    if case .counters(let bins) = image.kind {
      let counters = try context.pool.image(width: bins, height: 1, format: .rgbaf, rowBytes: image.byteCount)
      counters.bytes.initializeMemory(as: UInt8.self, repeating: 0, count: image.byteCount)
      return counters
    }
    guard let format = image.store?.format else { throw .invalidArgument("image \(id) has no format") }
    if let planes = image.store?.planes {
      return try context.pool.video(planes, width: image.width, height: image.height, pitch: image.pitch)
    }
    return try context.pool.image(
      width: image.width, height: image.height, format: format, rowBytes: image.pitch * format.bytesPerPixel)
  }

  private func fetchSources(_ windows: SourceWindows) throws(RenderError) {
    for id in Set(schedule.dispatches.flatMap(\.inputs)).sorted() {
      if case .cached(let cached as CachedIntermediate<PixelBuffer>) = schedule.images[id].kind {
        images[id] = cached.memory
        continue
      }
      images[id] = try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in
        try run.pixels(of: id, from: windows, reserving: context.profile.budget.tileReserve) { context.pool.hold($0) }
      }
    }
  }
}
