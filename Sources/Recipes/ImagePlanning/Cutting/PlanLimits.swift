import ImageGraph

/// The limits of a plan's size. A plan is in memory while it runs, and each run takes a fixed time.
enum PlanLimits {
  static let runs = 1 << 16
  static let dispatches = 1 << 18

  /// Returns the first limit that a plan of this size exceeds, or nil.
  static func exceededLimit(runs: Int, dispatches: Int) -> ExceededLimit? {
    if runs > Self.runs { return ExceededLimit(quantity: "runs of this render", requested: runs, allowed: Self.runs) }
    let total = runs.times(dispatches)
    if total > Self.dispatches {
      return ExceededLimit(
        quantity: "dispatches of this render, which takes \(runs) runs", requested: total, allowed: Self.dispatches)
    }
    return nil
  }
}
