/// When keyframes are reached, as parts of the whole, and which one a time follows.
package struct KeyTimes: Hashable, Sendable {
  /// Not falling. One more than values where each is held until the next.
  package let times: [Double]

  /// - Parameters:
  ///   - given: 0...1 and not falling, `count` of them; times of another number, order or range are even ones.
  ///   - count: how many there have to be.
  package init(_ given: [Double]?, count: Int) {
    if let given, given.count == count, given.allSatisfy({ (0...1).contains($0) }),
      zip(given, given.dropFirst()).allSatisfy({ $0 <= $1 })
    {
      times = given
    } else {
      times = Self.even(count)
    }
  }

  /// In proportion to how far it is from each keyframe to the next; even where that is nowhere far, and no time for
  /// distances that are no finite number.
  package init(distances: [Double]) {
    let steps = distances.map { $0 > 0 && $0.isFinite ? $0 : 0 }
    // Divided by the largest first, so that no sum is too large a number.
    let largest = steps.max() ?? 1
    let parts = steps.map { $0 / largest }
    let whole = parts.reduce(0, +)
    guard whole > 0 else {
      times = Self.even(distances.count + 1)
      return
    }
    var reached = [0.0]
    for part in parts { reached.append(reached[reached.count - 1] + part) }
    times = reached.map { min($0 / whole, 1) }
  }

  private static func even(_ count: Int) -> [Double] {
    (0..<max(count, 0)).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }

  /// The last keyframe whose time has come, but for the very last, and the part of the way to the next, 0...1.
  package func place(of u: Double) -> (index: Int, part: Double) {
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
