import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import Synchronization

/// Runs schedules on the processor by native stages. Heavy; thread-safe; made once.
package final class ProcessorContext: ScheduleEngine {
  package struct Options: Sendable {
    /// Threads that a run may have.
    package var threads = ProcessInfo.processInfo.activeProcessorCount
    /// The stages to run; nil: the best that the processor runs, of the embedded object.
    package var level: ProcessorLevel?
    /// The object that has them; nil: the embedded one.
    package var stagesFile: URL?
    /// Bytes that runs may take; nil: half of what the system has to give.
    package var memoryTarget: Int?
    /// Keeps intermediate images that a later render may ask for again, in up to an eighth of the memory target;
    /// false: only those of `insertingIntermediate(cache: true)`.
    package var cachesIntermediates = true
    /// How renders are planned; nil: as suits the processor.
    package var rules: CostRules?
    package var cutting = RowCutting()
    package var fastPaths = FastPaths.all

    package init() {}
  }

  /// How renders on it are planned.
  package let profile: DeviceProfile
  let stages: Stages
  let rows: RowPlanner
  let pool: IntermediatePool
  let intermediates: IntermediateCache<PixelBuffer>
  /// Runs that are started and not completed.
  let runCount = Atomic<Int>(0)

  /// - Throws: `unsupported` when the stages cannot be opened.
  package convenience init(_ options: Options = Options()) throws(RenderError) {
    let stages: Stages
    if let level = options.level {
      stages = try Stages(level, file: options.stagesFile)
    } else {
      stages = try Stages.shared()
    }
    self.init(stages, options)
  }

  /// Runs on these stages.
  package init(_ stages: Stages, _ options: Options = Options()) {
    self.stages = stages
    let threads = max(1, options.threads)
    let unstated = HostMemory.available.map(MemoryBudget.ofAvailableHostMemory)
    let budget =
      options.memoryTarget.map { MemoryBudget(target: $0) } ?? MemoryBudget(unstated: unstated ?? 1 << 32)
    rows = RowPlanner(stages, threads: threads, options.cutting.within(budget, threads: threads), options.fastPaths)
    var profile = DeviceProfile(
      name: "the processor (\(stages.level.rawValue))", budget: budget,
      rules: options.rules ?? CostRules(for: .processor), readsAllImages: true)
    profile.fastPaths = options.fastPaths
    self.profile = profile
    pool = IntermediatePool(budget)
    intermediates = IntermediateCache(
      byteLimit: budget.keptIntermediates,
      keepsUnasked: options.cachesIntermediates && options.fastPaths.contains(.intermediateCache))
  }

  package var level: ProcessorLevel { stages.level }
  package var rowPlanning: (any RowPlanning)? { rows }
  package func fastPaths(of schedule: Schedule) -> Set<FastPath> { (try? rows.plan(of: schedule))?.fastPaths ?? [] }

  package var inFlight: (runs: Int, byteCount: Int) { (runCount.load(ordering: .relaxed), pool.reservedByteCount) }
  package var memoryByteCount: Int { pool.byteCount }
  package var keptByteCount: Int { intermediates.byteCount }

  package func clearCaches() {
    reclaim()
    rows.programs.empty()
  }

  package func reclaim() {
    intermediates.clear()
    pool.clear()
  }

  package func start(_ run: Run, windows: SourceWindows) throws(RenderError) -> ProcessorRun {
    let kept = intermediates.applied(to: run.knowingRows())
    // Images that are kept, or are to be, share no memory. Where there is not enough for that, all is made anew.
    if try ScheduleMemory(kept, on: profile, rows).byteCount <= profile.budget.target {
      return try ProcessorRun(kept, on: self, windows: windows)
    }
    return try ProcessorRun(run, on: self, windows: windows)
  }

  package func pixels(
    of schedule: Schedule
  ) throws(RenderError) -> (pixels: PixelBuffer, statistics: RenderStatistics) {
    if case .counters = schedule.images[schedule.output].kind {
      throw .invalidArgument("a histogram's counters are not an image")
    }
    let run = try ProcessorRun(Run(schedule), on: self, windows: SourceWindows())
    let outputs = try run.outputs {}
    return (outputs[0], run.statistics)
  }

  /// There is nothing to compile but lists of steps.
  package func prepare(_ schedule: Schedule) throws(RenderError) { try prepare(schedule.dispatches.map(\.program)) }

  package func prepare(_ programs: [Program]) throws(RenderError) {
    for program in programs {
      _ = try rows.programs.code(of: program)
      _ = rows.programs.firstRun(of: program)
    }
  }
}
