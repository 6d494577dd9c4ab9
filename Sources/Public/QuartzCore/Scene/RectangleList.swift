import ImageGraph

/// A few rectangles that together cover what was added: where there would be too many, those become one that waste the
/// least.
struct RectangleList {
  let most: Int
  /// What a rectangle more costs, in pixels: two become one where that adds no more of them.
  let price: Double
  private(set) var rectangles: [UserRect] = []

  init(most: Int, price: Double = 0) { (self.most, self.price) = (most, price) }

  mutating func add(_ rect: UserRect) {
    guard !rect.isEmpty, !rectangles.contains(where: { $0.contains(rect) }) else { return }
    rectangles.removeAll { rect.contains($0) }
    rectangles.append(rect)
    while let (a, b, waste) = cheapest, rectangles.count > most || waste <= price {
      let both = rectangles[a].union(rectangles[b])
      rectangles.remove(at: b)
      rectangles.remove(at: a)
      rectangles.removeAll { both.contains($0) }
      rectangles.append(both)
    }
  }

  /// The two whose union has the fewest pixels beyond their own; below 0 where they overlap much.
  private var cheapest: (Int, Int, Double)? {
    var best: (Int, Int, Double)?
    for b in rectangles.indices.dropFirst() {
      for a in 0..<b {
        let waste = rectangles[a].union(rectangles[b]).area - rectangles[a].area - rectangles[b].area
        if waste < best?.2 ?? .infinity { best = (a, b, waste) }
      }
    }
    return best
  }

  /// Pixels, those that lie in several counted as often.
  var area: Double { rectangles.reduce(0) { $0 + $1.area } }
}
