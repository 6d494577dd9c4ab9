import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms

/// One run: checked, its memory reserved, the pixels of its sources fetched. The work is done by whoever completes it.
///
/// Unchecked: used by one thread at a time.
package final class ProcessorRun: StartedRun, @unchecked Sendable {
  private let run: Run
  /// How it is made, until it is.
  private let rows: ScheduleRows
  private let context: ProcessorContext
  private var reservation: IntermediatePool.Reservation?
  private var held: IntermediatePool.HeldMemory?
  /// Sources, and images that are kept from before.
  private var images: [Schedule.ImageID: PixelBuffer] = [:]
  private(set) var statistics = RenderStatistics()

  package var schedule: Schedule { run.schedule }

  /// - Parameter windows: has the parts of sources that are too large to be whole in memory.
  init(_ run: Run, on context: ProcessorContext, windows: SourceWindows) throws(RenderError) {
    let run = run.knowingRows()
    (self.run, self.context) = (run, context)
    try run.verify(limits: context.profile.limits) { $0 is CachedIntermediate<PixelBuffer> }
    let memory = try ScheduleMemory(run, on: context.profile, context.rows)
    // Where counting memory could not tell, it says here why.
    if let known = run.knownRows?.take() as? ScheduleRows {
      rows = known
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
    held = context.pool.hold(run.heldBytes)
    try fetchSources(windows)
  }

  deinit {
    release()
    context.runCount.subtract(1, ordering: .relaxed)
  }

  /// Gives back what the run holds.
  private func release() {
    guard reservation != nil else { return }
    (images, held) = ([:], nil)
    context.intermediates.trim(available: context.profile.budget.target)
    reservation = nil
  }

  package func complete(
    into rooms: [OutputMemory?], between: () throws(RenderError) -> Void,
    receive: (_ output: Int, _ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    defer { release() }
    let outputs = try outputs(into: rooms, between: between)
    try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
      for (index, output) in outputs.enumerated() {
        try receive(index, UnsafeRawBufferPointer(start: output.bytes, count: output.byteCount), output.rowBytes)
      }
    }
    return statistics
  }

  /// Does the work.
  func outputs(
    into rooms: [OutputMemory?] = [], between: () throws(RenderError) -> Void
  ) throws(RenderError) -> [PixelBuffer] {
    var wanted: [Schedule.ImageID: PixelBuffer] = [:]
    let direct = context.profile.fastPaths.contains(.outputMemory) ? rooms : []
    for (id, room) in zip(schedule.outputs, direct) { wanted[id] = room.flatMap { image(id, in: $0) } }
    statistics.fastPaths = rows.fastPaths
    if !wanted.isEmpty { statistics.fastPaths.insert(.outputMemory) }
    if schedule.images.contains(where: \.isCached) { statistics.fastPaths.insert(.intermediateCache) }
    for dispatch in schedule.dispatches {
      guard let milliseconds = context.rows.programs.firstRun(of: dispatch.program) else { continue }
      statistics.programsCompiled += 1
      statistics.compileMilliseconds += milliseconds
      // No driver has a part in it.
      statistics.stitchMilliseconds += milliseconds
    }
    let work = ScheduleRun(
      schedule: schedule, rows: rows, blocks: context.stages.blocks, given: images, pool: context.pool)
    var toKeep: [Schedule.ImageID: PixelBuffer] = [:]
    let outputs = try withoutActuallyEscaping(between) { (between) throws(RenderError) in
      try work.pixels(&statistics, asker: CancellationPoller(between)) { (id) throws(RenderError) in
        if let wanted = wanted[id] { return wanted }
        let room = try room(id)
        if schedule.images[id].isToBeCached { toKeep[id] = room }
        return room
      }
    }
    for (id, pixels) in toKeep {
      let image = schedule.images[id]
      guard let content = image.content else { continue }
      context.intermediates.keep(content, pixels, byteCount: BufferSize.rounded(image.byteCount), of: sources)
    }
    return outputs
  }

  /// An output in memory of a caller; nil where that cannot be, or where an app's kernel might end the run when a part
  /// of it is written.
  private func image(_ id: Schedule.ImageID, in room: OutputMemory) -> PixelBuffer? {
    let output = schedule.images[id]
    guard case .output = output.kind, !output.isToBeCached, output.region == room.region,
      output.store?.format == room.format, (output.store?.planes?.chromaCount ?? 0) == room.chroma.count,
      !rows.kernels.joined().contains(where: \.mayFail),
      schedule.dispatches.allSatisfy({ !$0.inputs.contains(id) })
    else { return nil }
    return room.image(beside: images.values)
  }

  private var sources: [Source] {
    schedule.images.compactMap { if case .source(let source) = $0.kind { source } else { nil } }
  }

  /// Memory for an image that is written now for the first time.
  private func room(_ id: Schedule.ImageID) throws(RenderError) -> PixelBuffer {
    let image = schedule.images[id]
    if case .counters(let bins) = image.kind {
      let room = try context.pool.image(width: bins, height: 1, format: .rgbaf, rowBytes: image.byteCount)
      room.bytes.initializeMemory(as: UInt8.self, repeating: 0, count: image.byteCount)
      return room
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
      if case .cached(let kept as CachedIntermediate<PixelBuffer>) = schedule.images[id].kind {
        images[id] = kept.memory
        continue
      }
      images[id] = try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in
        try run.pixels(of: id, from: windows, sparing: context.profile.budget.sparedByTiles) { context.pool.hold($0) }
      }
    }
  }
}
