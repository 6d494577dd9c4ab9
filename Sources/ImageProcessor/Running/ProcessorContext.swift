import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning

/// Runs schedules on the processor by native stages. Heavy; thread-safe; made once.
package final class ProcessorContext: Sendable {
  package struct Options: Sendable {
    /// Threads that a run may have.
    package var threads = ProcessInfo.processInfo.activeProcessorCount
    /// The stages to run; nil: the best that the processor runs.
    package var level: ProcessorLevel?
    /// Bytes that runs may take; nil: half of the machine's memory.
    package var memoryTarget: Int?

    package init() {}
  }

  /// How renders on it are planned.
  package let profile: DeviceProfile
  private let stages: Stages
  private let programs: ProgramCache
  private let threads: Int

  /// - Throws: `unsupported` when the stages cannot be opened.
  package convenience init(_ options: Options = Options()) throws(RenderError) {
    let stages: Stages
    if let level = options.level { stages = try Stages(level) } else { stages = try Stages.shared() }
    self.init(stages, options)
  }

  /// Runs on these stages.
  package init(_ stages: Stages, _ options: Options = Options()) {
    self.stages = stages
    programs = ProgramCache(stages)
    threads = max(1, options.threads)
    let target = options.memoryTarget ?? Int(ProcessInfo.processInfo.physicalMemory / 2)
    profile = DeviceProfile(name: "processor (\(stages.level.rawValue))", budget: MemoryBudget(target: target))
  }

  package var level: ProcessorLevel { stages.level }

  package func clearCaches() { programs.empty() }

  /// Runs the schedule and hands the output to `receive`.
  ///
  /// - Parameter receive: gets the output's rows, top first, and the bytes from one row to the next. Counters come as
  ///   one row of floats, four to a bin.
  /// - Throws: `unsupported` when a function has no stage; `picture` when a source cannot be read; `invalidArgument`
  ///   for a schedule that makes no sense; `limit` when there is no memory for a picture.
  @discardableResult
  package func run(
    _ schedule: Schedule, receive: (_ rows: UnsafeRawBufferPointer, _ rowBytes: Int) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    var (output, statistics) = try pixels(of: schedule)
    try timed(&statistics.downloadMilliseconds) { () throws(RenderError) in
      try receive(UnsafeRawBufferPointer(start: output.bytes, count: output.byteCount), output.rowBytes)
    }
    return statistics
  }

  /// Runs the schedule and returns the output.
  package func pixels(
    of schedule: Schedule
  ) throws(RenderError) -> (pixels: PixelBuffer, statistics: RenderStatistics) {
    try Run(schedule).verify(limits: profile.limits)
    var statistics = RenderStatistics()
    statistics.runs = 1
    statistics.dispatches = schedule.dispatches.count
    statistics.pixelsProcessed = schedule.pixelCount
    var pictures: [Schedule.PictureID: PixelBuffer] = [:]
    var lastReader: [Schedule.PictureID: Int] = [:]
    for (index, dispatch) in schedule.dispatches.enumerated() { for id in dispatch.inputs { lastReader[id] = index } }

    for (index, dispatch) in schedule.dispatches.enumerated() {
      var made = false
      let code = try timed(&statistics.compileMilliseconds) { () throws(RenderError) -> ProgramCode in
        let (code, isNew) = try programs.code(of: dispatch.program)
        made = isNew
        return code
      }
      if made { statistics.programsCompiled += 1 }
      var inputs: [PixelBuffer] = []
      for id in dispatch.inputs {
        if pictures[id] == nil { pictures[id] = try source(id, of: schedule, &statistics) }
        inputs.append(pictures[id]!)
      }
      let run = DispatchRun(
        stages: stages, code: code, dispatch: dispatch, inputs: inputs,
        outputRegion: schedule.pictures[dispatch.output].region)
      var milliseconds = 0.0
      try timed(&milliseconds) { () throws(RenderError) in
        try write(run, to: dispatch.output, of: schedule, &pictures)
      }
      statistics.deviceMilliseconds += milliseconds
      statistics.dispatchMilliseconds.append(milliseconds)
      statistics.peakBytes = max(statistics.peakBytes, pictures.values.reduce(0) { $0.plus($1.byteCount) })
      // What nobody reads any more goes.
      for id in dispatch.inputs where lastReader[id] == index && id != schedule.output { pictures[id] = nil }
    }
    if let output = pictures[schedule.output] { return (output, statistics) }
    let output = try source(schedule.output, of: schedule, &statistics)
    return (output, statistics)
  }

  private func write(
    _ run: DispatchRun, to id: Schedule.PictureID, of schedule: Schedule,
    _ pictures: inout [Schedule.PictureID: PixelBuffer]
  ) throws(RenderError) {
    let picture = schedule.pictures[id]
    switch run.dispatch.program.store {
    case .pixels(let format):
      if pictures[id] == nil {
        pictures[id] = try PixelBuffer(width: picture.width, height: picture.height, format: format)
      }
      try run.run(into: pictures[id]!, threads: threads)
    case .histogram:
      guard case .counters(let bins) = picture.kind else {
        throw .invalidArgument("a histogram is counted into counters")
      }
      if pictures[id] == nil { pictures[id] = try PixelBuffer(width: bins, height: 1, format: .rgbaf) }
      let floats = pictures[id]!.bytes.assumingMemoryBound(to: Float.self)
      for (index, count) in try run.counters(bins: bins, threads: threads).enumerated() {
        floats[index] += Float(count)
      }
    }
  }

  private func source(
    _ id: Schedule.PictureID, of schedule: Schedule, _ statistics: inout RenderStatistics
  ) throws(RenderError) -> PixelBuffer {
    let picture = schedule.pictures[id]
    guard case .source(let source) = picture.kind else {
      throw .invalidArgument("picture \(id) is read before it is made")
    }
    return try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in
      let (rows, columns) = picture.place(in: source)
      return try source.pixels().part(rows: rows, columns: columns)
    }
  }
}
