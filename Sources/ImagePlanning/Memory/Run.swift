import ImageGraph
import ImagePasses

/// One run of a plan: a schedule, and what the render has in memory for it.
package struct Run: Sendable {
  package let schedule: Schedule
  /// Of sources that are too large to be whole in memory: the parts that are read for this run and those beside it, by
  /// the source's identity.
  package let heldParts: [Source.Identity: UserRect]
  /// Bytes that the render has in memory beside what the run takes itself: parts of sources, pictures made before, the
  /// rows that tiles are put together to.
  package let heldBytes: Int

  package init(_ schedule: Schedule, heldParts: [Source.Identity: UserRect] = [:], heldBytes: Int = 0) {
    (self.schedule, self.heldParts, self.heldBytes) = (schedule, heldParts, heldBytes)
  }

  /// The same with another schedule that reads no more.
  package func running(_ schedule: Schedule) -> Run { Run(schedule, heldParts: heldParts, heldBytes: heldBytes) }
}
