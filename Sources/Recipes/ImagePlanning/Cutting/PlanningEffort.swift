import Synchronization

/// How much more a planner may try for one render.
///
/// To try something is to lower its dispatches, so these are what is counted, and not time: a render is planned alike
/// whatever else the machine does. Steps to be made first can stand behind each other, each with several ways to go on;
/// without an end to that, a render that fits in no way would be tried in all of them.
final class PlanningEffort: Sendable {
  private let left: Atomic<Int>
  private let whole: PlanningEffort?

  /// - Parameter dispatches: that may be lowered; a few seconds of planning.
  init(dispatches: Int = 400_000, of whole: PlanningEffort? = nil) {
    left = Atomic(dispatches)
    self.whole = whole
  }

  var isSpent: Bool { left.load(ordering: .relaxed) <= 0 }

  func spend(_ dispatches: Int) {
    left.subtract(dispatches, ordering: .relaxed)
    whole?.spend(dispatches)
  }

  /// Half of what is left, for one way among several: the others keep something to be tried with.
  func half() -> PlanningEffort { PlanningEffort(dispatches: left.load(ordering: .relaxed) / 2, of: self) }
}
