import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms
import Synchronization

/// An engine that runs schedules on the CPU by native stages. It is expensive to create and thread-safe, so create it
/// once.
package final class ProcessorContext: ScheduleEngine {
  package struct Options: Sendable {
    /// The number of threads of a run.
    package var threads = ProcessInfo.processInfo.activeProcessorCount
    /// The level of the stages; nil: the highest that the processor supports, from the embedded object.
    package var level: ProcessorLevel?
    /// The shared object with the stages; nil: the embedded one.
    package var stagesFile: URL?
    /// The bytes of memory that runs may use; nil: half of the available system memory.
    package var memoryTarget: Int?
    /// Whether to cache intermediates that a later render may reuse, in up to an eighth of the memory target. Otherwise
    /// only those of `insertingIntermediate(cache: true)` are cached.
    package var cachesIntermediates = true
    /// The cost rules of the planner; nil: those for the processor.
    package var rules: CostRules?
    package var partitioning = RowPartitioning()
    package var fastPaths = FastPaths.all

    package init() {}
  }

  /// The device profile for the planner.
  package let profile: DeviceProfile
  let stages: Stages
  let rows: RowPlanner
  let pool: IntermediatePool
  let intermediates: IntermediateCache<PixelBuffer>
  /// The number of runs that are started and not completed.
  let runCount = Atomic<Int>(0)

  /// - Throws: `unsupported` if the stages cannot be loaded.
  package convenience init(_ options: Options = Options()) throws(RenderError) {
    let stages: Stages
    if let level = options.level {
      stages = try Stages(level, file: options.stagesFile)
    } else {
      stages = try Stages.shared()
    }
    self.init(stages, options)
  }

  /// Creates a context with these stages.
  package init(_ stages: Stages, _ options: Options = Options()) {
    self.stages = stages
    let threads = max(1, options.threads)
    let unstated = HostMemory.available.map(MemoryBudget.ofAvailableHostMemory)
    let budget =
      options.memoryTarget.map { MemoryBudget(target: $0) } ?? MemoryBudget(derived: unstated ?? 1 << 32)
    rows = RowPlanner(
      stages, threads: threads, options.partitioning.within(budget, threads: threads), options.fastPaths)
    var profile = DeviceProfile(
      name: "the processor (\(stages.level.rawValue))", budget: budget,
      rules: options.rules ?? CostRules(for: .processor), readsAllImages: true)
    profile.fastPaths = options.fastPaths
    self.profile = profile
    pool = IntermediatePool(budget)
    intermediates = IntermediateCache(
      byteLimit: budget.cachedIntermediates,
      cachesAutomatically: options.cachesIntermediates && options.fastPaths.contains(.intermediateCache))
  }

  package var level: ProcessorLevel { stages.level }
  package var rowPlanning: (any RowPlanning)? { rows }
  package func fastPaths(of schedule: Schedule) -> FastPaths { (try? rows.plan(of: schedule))?.fastPaths ?? .none }

  package var inFlight: (runs: Int, byteCount: Int) { (runCount.load(ordering: .relaxed), pool.reservedByteCount) }
  package var memoryByteCount: Int { pool.byteCount }
  package var cachedByteCount: Int { intermediates.byteCount }

  package func clearCaches() {
    reclaim()
    rows.programs.empty()
  }

  package func reclaim() {
    intermediates.clear()
    pool.clear()
  }

  package func start(_ run: Run, windows: SourceWindows) throws(RenderError) -> ProcessorRun {
    let cached = intermediates.applied(to: run.cachingRows())
    // Cached intermediates do not share memory. If the memory target is exceeded, the run does not use the cache.
    if try ScheduleMemory(cached, on: profile, rows).byteCount <= profile.budget.target {
      return try ProcessorRun(cached, on: self, windows: windows)
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

  /// Translates the programs to lists of steps. There is nothing else to compile.
  package func prepare(_ schedule: Schedule) throws(RenderError) { try prepare(schedule.dispatches.map(\.program)) }

  package func prepare(_ programs: [Program]) throws(RenderError) {
    for program in programs {
      _ = try rows.programs.code(of: program)
      _ = rows.programs.firstRun(of: program)
    }
  }
}
