import ImageGraph
import ImagePasses
import ImagePlanning

/// One run: checked, its memory reserved, the pixels of its sources fetched. The work is done by whoever completes it.
///
/// Unchecked: used by one thread at a time.
package final class ProcessorRun: StartedRun, @unchecked Sendable {
  private let run: Run
  private let context: ProcessorContext
  private let memory: ScheduleMemory
  private var reservation: PicturePool.Reservation?
  private var held: PicturePool.HeldMemory?
  /// What is there: sources, kept pictures, and those that dispatches made and others still read.
  private var pictures: [Schedule.PictureID: PixelBuffer] = [:]
  private(set) var statistics = RenderStatistics()

  package var schedule: Schedule { run.schedule }

  /// - Parameter windows: has the parts of sources that are too large to be whole in memory.
  init(_ run: Run, on context: ProcessorContext, windows: SourceWindows) throws(RenderError) {
    (self.run, self.context) = (run, context)
    try run.verify(limits: context.profile.limits) { $0 is KeptIntermediate<PixelBuffer> }
    memory = try ScheduleMemory(run, on: context.profile)
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
    (pictures, held) = ([:], nil)
    context.intermediates.trim(available: context.profile.budget.target)
    reservation = nil
  }

  package func complete(
    between: () throws(RenderError) -> Void,
    receive: (_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    defer { release() }
    let output = try output(between: between)
    try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
      try receive(UnsafeRawBufferPointer(start: output.bytes, count: output.byteCount), output.rowBytes)
    }
    return statistics
  }

  /// Does the work.
  func output(between: () throws(RenderError) -> Void = {}) throws(RenderError) -> PixelBuffer {
    var lastReader: [Schedule.PictureID: Int] = [:]
    for (index, dispatch) in schedule.dispatches.enumerated() { for id in dispatch.inputs { lastReader[id] = index } }
    var isFirst = true
    func next() throws(RenderError) {
      if !isFirst { try between() }
      isFirst = false
    }
    for (index, dispatch) in schedule.dispatches.enumerated() {
      var milliseconds = 0.0
      try timed(&milliseconds) { () throws(RenderError) in
        try run(dispatch, bands: memory.bands[index], before: next)
      }
      statistics.deviceMilliseconds += milliseconds
      statistics.dispatchMilliseconds.append(milliseconds)
      // What nobody reads any more goes.
      for id in dispatch.inputs where lastReader[id] == index && !stays(id) { pictures[id] = nil }
    }
    for (id, picture) in schedule.pictures.enumerated() where picture.isToBeKept {
      guard let content = picture.content, let pixels = pictures[id] else { continue }
      context.intermediates.keep(content, pixels, byteCount: BufferSize.rounded(picture.byteCount), of: sources)
    }
    guard let output = pictures[schedule.output] else { throw .invalidArgument("nothing makes the output") }
    return output
  }

  private func stays(_ id: Schedule.PictureID) -> Bool { id == schedule.output || schedule.pictures[id].isToBeKept }

  private var sources: [Source] {
    schedule.pictures.compactMap { if case .source(let source) = $0.kind { source } else { nil } }
  }

  /// Runs a dispatch band by band.
  private func run(
    _ dispatch: Schedule.Dispatch, bands: [Band], before next: () throws(RenderError) -> Void
  ) throws(RenderError) {
    let picture = schedule.pictures[dispatch.output]
    let code = try code(of: dispatch.program)
    var inputs: [PixelBuffer] = []
    for id in dispatch.inputs {
      guard let input = pictures[id] else { throw .invalidArgument("picture \(id) is read before it is made") }
      inputs.append(input)
    }
    let output = try output(of: dispatch)
    let target = dispatch.kernelTarget
    for band in bands {
      try next()
      let upper = target.max.y - Double(band.baseRow + band.y)
      let left = target.min.x + Double(band.x)
      let part = UserRect(
        [left, upper - Double(band.height)], [left + Double(band.width), upper])
      let run = DispatchRun(
        stages: context.stages, code: code,
        dispatch: Schedule.Dispatch(
          program: dispatch.program, arguments: dispatch.arguments, inputs: dispatch.inputs, output: dispatch.output,
          region: part),
        inputs: inputs, outputRegion: target)
      if case .counters(let bins) = picture.kind {
        let floats = output.bytes.assumingMemoryBound(to: Float.self)
        let counts = try run.counters(bins: bins, threads: context.threads)
        for (index, count) in counts.enumerated() { floats[index] += Float(count) }
      } else {
        try run.run(into: output, threads: context.threads)
      }
    }
  }

  private func code(of program: Program) throws(RenderError) -> ProgramCode {
    var milliseconds = 0.0
    let (code, isNew) = try timed(&milliseconds) { () throws(RenderError) in try context.programs.code(of: program) }
    if isNew {
      statistics.programsCompiled += 1
      statistics.compileMilliseconds += milliseconds
    }
    return code
  }

  /// The picture that a dispatch writes, in new memory where it is the first to.
  private func output(of dispatch: Schedule.Dispatch) throws(RenderError) -> PixelBuffer {
    let id = dispatch.output
    if let known = pictures[id] { return known }
    let picture = schedule.pictures[id]
    let made: PixelBuffer
    if case .counters(let bins) = picture.kind {
      made = try context.pool.picture(width: bins, height: 1, format: .rgbaf, rowBytes: picture.byteCount)
      made.bytes.initializeMemory(as: UInt8.self, repeating: 0, count: picture.byteCount)
    } else {
      guard let format = picture.store?.format else { throw .invalidArgument("picture \(id) has no format") }
      made = try context.pool.picture(
        width: picture.width, height: picture.height, format: format, rowBytes: picture.pitch * format.bytesPerPixel)
    }
    pictures[id] = made
    return made
  }

  private func fetchSources(_ windows: SourceWindows) throws(RenderError) {
    for id in Set(schedule.dispatches.flatMap(\.inputs)).sorted() {
      if case .kept(let kept as KeptIntermediate<PixelBuffer>) = schedule.pictures[id].kind {
        pictures[id] = kept.memory
        continue
      }
      pictures[id] = try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in
        try run.pixels(of: id, from: windows, sparing: context.profile.budget.sparedByTiles) { context.pool.hold($0) }
      }
    }
  }
}
