import Synchronization

/// How much more a planner may try for one render.
///
/// To try something is to lower its dispatches, so these are what is counted, and not time: a render is planned alike
/// whatever else the machine does. Steps to be made first can stand behind each other, each with several ways to go on;
/// without an end to that, a render that fits in no way would be tried in all of them.
final class Effort: Sendable {
  private let left: Atomic<Int>

  /// - Parameter dispatches: that may be lowered; a second or so of planning.
  init(dispatches: Int = 100_000) { left = Atomic(dispatches) }

  var isSpent: Bool { left.load(ordering: .relaxed) <= 0 }

  func spend(_ dispatches: Int) { left.subtract(dispatches, ordering: .relaxed) }
}
