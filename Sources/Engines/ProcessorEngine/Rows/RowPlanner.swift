import ImageGraph
import ImagePlanning
import ImagePrograms

/// A planner for the row-wise execution of schedules by native stages.
final class RowPlanner: RowPlanning {
  let stages: Stages
  let programs: StageProgramCache
  private let threads: Int
  private let partitioning: RowPartitioning
  private let fastPaths: FastPaths

  init(_ stages: Stages, threads: Int, _ partitioning: RowPartitioning, _ fastPaths: FastPaths) {
    (self.stages, self.threads, self.fastPaths) = (stages, threads, fastPaths)
    var partitioning = partitioning
    if !fastPaths.contains(.rowRings) { partitioning.ringByteLimit = 0 }
    self.partitioning = partitioning
    programs = StageProgramCache(stages, fastPaths)
  }

  func rows(of schedule: Schedule) -> (any RowPlan)? { try? plan(of: schedule) }

  func plan(of schedule: Schedule) throws(RenderError) -> ScheduleRows {
    var codes: [ProgramCode] = []
    for dispatch in schedule.dispatches { codes.append(try programs.code(of: dispatch.program)) }
    return try ScheduleRows(schedule, codes, stages, threads: threads, partitioning: partitioning, fastPaths)
  }
}
