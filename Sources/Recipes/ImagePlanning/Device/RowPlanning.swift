import ImageGraph
import ImagePrograms
import Synchronization

/// A planner for running schedules row by row. If a dispatch reads rows of another one, only some of these rows exist
/// at a time, and the image between them is never stored.
package protocol RowPlanning: Sendable {
  /// Returns the row plan of a schedule. Returns nil if the schedule cannot be run; its run then reports the error.
  ///
  /// - Parameter schedule: a schedule with values, as they determine how many rows are read.
  func rows(of schedule: Schedule) -> (any RowPlan)?
}

/// A plan for running a schedule row by row.
package protocol RowPlan: Sendable {
  /// The maximum number of bytes between dispatches at a time: whole images, rows, and counters.
  var byteCount: Int { get }
}

/// A cache of a run's row plan, from the time its memory is counted until it runs.
package final class RowPlanCache: Sendable {
  private let plan = Mutex<(any RowPlan)?>(nil)

  func plan(creatingWith create: () -> (any RowPlan)?) -> (any RowPlan)? {
    plan.withLock { plan in
      if plan == nil { plan = create() }
      return plan
    }
  }

  /// Removes the plan and returns it.
  package func take() -> (any RowPlan)? { plan.withLock { $0.take() } }
}
