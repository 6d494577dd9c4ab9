import ImageGraph
import ImagePlanning
import ImagePrograms

/// Says how schedules are run row by row by these stages.
final class RowPlanner: RowPlanning {
  let stages: Stages
  let programs: StageProgramCache
  private let threads: Int
  private let cutting: RowCutting
  private let fastPaths: FastPaths

  init(_ stages: Stages, threads: Int, _ cutting: RowCutting, _ fastPaths: FastPaths) {
    (self.stages, self.threads, self.fastPaths) = (stages, threads, fastPaths)
    var cutting = cutting
    if !fastPaths.contains(.rowRings) { cutting.ringBytes = 0 }
    self.cutting = cutting
    programs = StageProgramCache(stages, fastPaths)
  }

  func rows(of schedule: Schedule) -> (any RowPlan)? { try? plan(of: schedule) }

  func plan(of schedule: Schedule) throws(RenderError) -> ScheduleRows {
    var codes: [ProgramCode] = []
    for dispatch in schedule.dispatches { codes.append(try programs.code(of: dispatch.program)) }
    return try ScheduleRows(schedule, codes, stages, threads: threads, cutting: cutting, fastPaths)
  }
}
