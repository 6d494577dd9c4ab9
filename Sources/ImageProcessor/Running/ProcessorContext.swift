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
    package var cutting = RowCutting()

    package init() {}
  }

  /// How renders on it are planned.
  package let profile: DeviceProfile
  private let stages: Stages
  private let programs: ProgramCache
  private let threads: Int
  private let cutting: RowCutting

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
    (threads, cutting) = (max(1, options.threads), options.cutting)
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
    var codes: [ProgramCode] = []
    for dispatch in schedule.dispatches {
      let (code, isNew) = try timed(&statistics.compileMilliseconds) { () throws(RenderError) in
        try programs.code(of: dispatch.program)
      }
      if isNew { statistics.programsCompiled += 1 }
      codes.append(code)
    }
    let run = ScheduleRun(schedule: schedule, stages: stages, codes: codes, threads: threads, cutting: cutting)
    let pixels = try run.pixels(&statistics) { (id, statistics) throws(RenderError) in
      try source(id, of: schedule, &statistics)
    }
    return (pixels, statistics)
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
