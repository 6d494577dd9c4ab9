/// The difference of a recipe's result on two engines, in numbers of components.
struct HostileDifference: Encodable {
  private(set) var components = 0
  /// The components that are NaN on one engine only.
  private(set) var nan = 0
  /// The components that are infinite on one engine only. Values near the maximum of a float count as infinite.
  private(set) var infinite = 0
  /// The components that are finite on both engines, and differ by more than `bound`.
  private(set) var apart = 0
  /// The largest difference of finite components, relative as `bound` is.
  private(set) var worst = 0.0
  /// The tolerance, relative to the larger of the two values, or to 1.
  static let bound = 0.01

  /// Adds the components of two results.
  mutating func add(_ one: [Float], _ other: [Float]) {
    components += one.count
    for (a, b) in zip(one, other) where a != b && !(a.isNaN && b.isNaN) {
      if a.isNaN || b.isNaN {
        nan += 1
      } else if !a.isFinite || !b.isFinite {
        let isNearlyInfinite = min(abs(a), abs(b)) > 1e30 && (a > 0) == (b > 0)
        infinite += isNearlyInfinite ? 0 : 1
      } else {
        let distance = abs(Double(a) - Double(b)) / Double(max(1, abs(a), abs(b)))
        worst = max(worst, distance)
        apart += distance > Self.bound ? 1 : 0
      }
    }
  }
}
