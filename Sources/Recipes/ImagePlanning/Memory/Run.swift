import ImageGraph
import ImagePrograms

/// A run of a plan: a schedule, and the memory that the render holds for it.
package struct Run: Sendable {
  package let schedule: Schedule
  /// The windows in memory of sources that are too large as a whole, by the source's identity. The runs of a band share
  /// them.
  package let heldParts: [Source.Identity: UserRect]
  /// The bytes that the render holds in addition to the run's memory: windows of sources, images of phases, the rows to
  /// which tiles are joined.
  package let heldBytes: Int
  /// The cached row plan for the run itself. If nil, the plan is computed again. Plans of thousands of runs omit it to
  /// save memory.
  package let cachedRows: RowPlanCache?

  package init(
    _ schedule: Schedule, heldParts: [Source.Identity: UserRect] = [:], heldBytes: Int = 0, cachesRows: Bool = false
  ) {
    (self.schedule, self.heldParts, self.heldBytes) = (schedule, heldParts, heldBytes)
    cachedRows = cachesRows ? RowPlanCache() : nil
  }

  /// Returns the run with another schedule, which reads no more.
  package func running(_ schedule: Schedule) -> Run {
    Run(schedule, heldParts: heldParts, heldBytes: heldBytes, cachesRows: cachedRows != nil)
  }

  /// Returns the run with a cached row plan.
  package func cachingRows() -> Run {
    cachedRows == nil ? Run(schedule, heldParts: heldParts, heldBytes: heldBytes, cachesRows: true) : self
  }

  /// Returns the row plan. Returns nil if all images are computed as a whole, or if the schedule cannot be run.
  func rows(by rows: (any RowPlanning)?) -> (any RowPlan)? {
    guard let rows else { return nil }
    return cachedRows.map { $0.plan { rows.rows(of: schedule) } } ?? rows.rows(of: schedule)
  }
}
