/// The times of keyframes, as fractions of the animation's duration, and the search for the interval of a time.
package struct KeyTimes: Hashable, Sendable {
  /// Nondecreasing. In discrete mode, one more than the number of values.
  package let times: [Double]

  /// - Parameters:
  ///   - fractions: 0...1 and nondecreasing, `count` of them. If their number, order or range differs, the keyframes
  ///     are spaced evenly.
  ///   - count: the required number of times.
  package init(_ fractions: [Double]?, count: Int) {
    if let fractions, fractions.count == count, fractions.allSatisfy({ (0...1).contains($0) }),
      zip(fractions, fractions.dropFirst()).allSatisfy({ $0 <= $1 })
    {
      times = fractions
    } else {
      times = Self.uniform(count)
    }
  }

  /// Times in proportion to the distances between keyframes. If all distances are zero, they are spaced evenly. A
  /// distance that is not finite counts as zero.
  package init(distances: [Double]) {
    let steps = distances.map { $0 > 0 && $0.isFinite ? $0 : 0 }
    // Divided by the largest first, so that the sum does not overflow.
    let largest = steps.max() ?? 1
    let fractions = steps.map { $0 / largest }
    let total = fractions.reduce(0, +)
    guard total > 0 else {
      times = Self.uniform(distances.count + 1)
      return
    }
    var reached = [0.0]
    for fraction in fractions { reached.append(reached[reached.count - 1] + fraction) }
    times = reached.map { min($0 / total, 1) }
  }

  private static func uniform(_ count: Int) -> [Double] {
    (0..<max(count, 0)).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }

  /// Returns the index of the last keyframe at or before `u`, excluding the final one, and the fraction 0...1 of the
  /// way to the next.
  package func position(of u: Double) -> (index: Int, fraction: Double) {
    guard times.count > 1, let first = times.first, u >= first else { return (0, 0) }
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= u { low = middle } else { high = middle }
    }
    let span = times[low + 1] - times[low]
    return (low, span > 0 ? min((u - times[low]) / span, 1) : 1)
  }
}
