import Synchronization

/// The remaining effort that a planner may spend on a render.
///
/// It is counted in dispatches that are lowered, not in time, so that a plan does not depend on the load of the
/// machine. Phases can follow each other, each with several alternatives. Without a limit, a render that cannot fit
/// would be tried in all combinations.
final class PlanningEffort: Sendable {
  private let remaining: Atomic<Int>
  private let parent: PlanningEffort?

  /// Creates a limit.
  ///
  /// - Parameter dispatches: the number of dispatches that may be lowered. The default takes a few seconds.
  init(dispatches: Int = 400_000, of parent: PlanningEffort? = nil) {
    remaining = Atomic(dispatches)
    self.parent = parent
  }

  var isSpent: Bool { remaining.load(ordering: .relaxed) <= 0 }

  func spend(_ dispatches: Int) {
    remaining.subtract(dispatches, ordering: .relaxed)
    parent?.spend(dispatches)
  }

  /// Returns half of the remaining effort, for one of several alternatives.
  func half() -> PlanningEffort { PlanningEffort(dispatches: remaining.load(ordering: .relaxed) / 2, of: self) }
}
