import ImageGraph

/// A limited number of rectangles that cover all added ones. If there are too many, the two whose union wastes the
/// fewest pixels are merged.
struct RectangleList {
  let capacity: Int
  /// The cost of an additional rectangle, in pixels: two are merged if that adds no more pixels.
  let cost: Double
  private(set) var rectangles: [UserRect] = []

  init(capacity: Int, cost: Double = 0) { (self.capacity, self.cost) = (capacity, cost) }

  mutating func add(_ rect: UserRect) {
    guard !rect.isEmpty, !rectangles.contains(where: { $0.contains(rect) }) else { return }
    rectangles.removeAll { rect.contains($0) }
    rectangles.append(rect)
    while let (a, b, waste) = cheapest, rectangles.count > capacity || waste <= cost {
      let union = rectangles[a].union(rectangles[b])
      rectangles.remove(at: b)
      rectangles.remove(at: a)
      rectangles.removeAll { union.contains($0) }
      rectangles.append(union)
    }
  }

  /// The two rectangles whose union has the fewest additional pixels; negative if they overlap much.
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

  /// The total area in pixels; overlaps are counted multiple times.
  var area: Double { rectangles.reduce(0) { $0 + $1.area } }
}
