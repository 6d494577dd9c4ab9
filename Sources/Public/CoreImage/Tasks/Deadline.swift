import ImageGraph

/// The time limit of a render.
struct Deadline: Sendable {
  private let start = ContinuousClock.now
  private let limit: Duration

  init(_ limit: Duration) { self.limit = limit }

  /// - Throws: `limit` after the time has elapsed.
  func check() throws(RenderError) {
    let elapsed = ContinuousClock.now - start
    guard elapsed > limit else { return }
    throw .limit(
      "milliseconds of this render (timeLimit)", requested: UInt64((elapsed / .milliseconds(1)).rounded(.up)),
      allowed: UInt64(limit / .milliseconds(1)))
  }
}
