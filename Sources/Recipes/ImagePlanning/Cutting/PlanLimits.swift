import ImageGraph

/// How much a plan may hold: it is in memory while it runs, and each of its runs takes time whatever it computes.
enum PlanLimits {
  static let runs = 1 << 16
  static let dispatches = 1 << 18

  /// The limit that so many runs of so many dispatches pass; nil where they pass none.
  static func excess(runs: Int, dispatches: Int) -> ExceededLimit? {
    if runs > Self.runs { return ExceededLimit(what: "runs of this render", requested: runs, allowed: Self.runs) }
    let all = runs.times(dispatches)
    if all > Self.dispatches {
      return ExceededLimit(
        what: "dispatches of this render, which takes \(runs) runs", requested: all, allowed: Self.dispatches)
    }
    return nil
  }
}
