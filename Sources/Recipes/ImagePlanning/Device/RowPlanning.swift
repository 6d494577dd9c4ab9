import ImageGraph
import ImagePrograms
import Synchronization

/// Says how an engine runs schedules row by row: where one dispatch reads rows of what another makes, only some of
/// these rows exist at a time, and the image between them never does.
package protocol RowPlanning: Sendable {
  /// Nil where the schedule cannot be run, as its run will say.
  ///
  /// - Parameter schedule: with its values, as they say how many rows are read.
  func rows(of schedule: Schedule) -> (any RowPlan)?
}

/// How a schedule is run row by row.
package protocol RowPlan: Sendable {
  /// The most bytes that there are at a time between dispatches: images that are made as a whole, rows, and counters.
  var byteCount: Int { get }
}

/// Keeps the plan of rows of one run from when its memory is counted until it runs.
package final class RowPlanCache: Sendable {
  private let plan = Mutex<(any RowPlan)?>(nil)

  func plan(making make: () -> (any RowPlan)?) -> (any RowPlan)? {
    plan.withLock { plan in
      if plan == nil { plan = make() }
      return plan
    }
  }

  /// Hands it out, to one only.
  package func take() -> (any RowPlan)? { plan.withLock { $0.take() } }
}
