import ImageGraph
import ImagePrograms

/// One run of a plan: a schedule, and what the render has in memory for it.
package struct Run: Sendable {
  package let schedule: Schedule
  /// Of sources that are too large to be whole in memory: the parts that are read for this run and those beside it, by
  /// the source's identity.
  package let heldParts: [Source.Identity: UserRect]
  /// Bytes that the render has in memory beside what the run takes itself: parts of sources, images made before, the
  /// rows that tiles are put together to.
  package let heldBytes: Int
  /// Keeps how rows are made, for the run itself; nil: that is found once more then. Plans of thousands of runs would
  /// take more memory with it.
  package let knownRows: RowPlanCache?

  package init(
    _ schedule: Schedule, heldParts: [Source.Identity: UserRect] = [:], heldBytes: Int = 0, knowsRows: Bool = false
  ) {
    (self.schedule, self.heldParts, self.heldBytes) = (schedule, heldParts, heldBytes)
    knownRows = knowsRows ? RowPlanCache() : nil
  }

  /// The same with another schedule that reads no more.
  package func running(_ schedule: Schedule) -> Run {
    Run(schedule, heldParts: heldParts, heldBytes: heldBytes, knowsRows: knownRows != nil)
  }

  /// The same, which keeps how its rows are made.
  package func knowingRows() -> Run {
    knownRows == nil ? Run(schedule, heldParts: heldParts, heldBytes: heldBytes, knowsRows: true) : self
  }

  /// How its rows are made; nil where all images are made as a whole, and where it cannot be run.
  func rows(by rows: (any RowPlanning)?) -> (any RowPlan)? {
    guard let rows else { return nil }
    return knownRows.map { $0.plan { rows.rows(of: schedule) } } ?? rows.rows(of: schedule)
  }
}
