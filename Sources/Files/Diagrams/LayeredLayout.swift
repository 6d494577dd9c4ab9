/// A layered layout of an acyclic graph: positions of the nodes in rows, results at the top, every node below all its
/// readers.
///
/// The method of Sugiyama, Tagawa and Toda (1981). Rows follow the longest path from a result, and links that cross
/// rows get a waypoint in each. Orders within rows are by barycentres, keeping the order with the fewest crossings.
/// Horizontal positions are then computed by least squares with the orders fixed.
struct LayeredLayout {
  struct Node {
    var width: Double
    var height: Double
    /// Whether the node is below all others, for ends that lead out of a frame.
    var isAtBottom = false
  }

  struct Link {
    var from: Int
    var to: Int
    /// The offsets at which the link leaves and enters, from the nodes' left edges; nil: distributed around the middle.
    var fromX: Double?
    var toX: Double?
  }

  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  /// The upper left corners of the nodes, y downwards.
  private(set) var positions: [Point]
  /// The points of each link from `from` upwards to `to`: pairs joined by a straight line, with curves between the
  /// pairs.
  private(set) var routes: [[Point]] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  let gap: Point
  var items: [Item]
  var rows: [[Int]] = []
  /// The links, split at rows: each part leads from a row to the row above.
  var parts: [Part] = []
  /// The parts of each link in order, upwards.
  private var chains: [[Int]] = []

  struct Item {
    var width: Double
    var height: Double
    var row = 0
    var x = 0.0
    var isWaypoint = false
  }

  /// A preferred position of an item's left edge, from a link.
  private struct Pull {
    var x: Double
    var weight: Double
  }

  struct Part {
    var lower: Int
    var upper: Int
    /// The offsets from the left edges of the items.
    var lowerX: Double
    var upperX: Double
    var weight: Double
  }

  /// - Parameter gap: the distances between nodes of a row, and between rows.
  init(_ nodes: [Node], _ links: [Link], gap: (x: Double, y: Double)) {
    self.gap = Point(x: gap.x, y: gap.y)
    items = nodes.map { Item(width: $0.width, height: $0.height) }
    positions = nodes.map { _ in Point(x: 0, y: 0) }
    if nodes.isEmpty { return }
    assignRows(nodes, links)
    cutLinks(links)
    orderRows(links)
    spreadEnds(links)
    positionItems()
    route(links)
  }

  // MARK: Rows

  /// Assigns rows; row 0 is at the top. A node is directly below its lowest reader.
  private mutating func assignRows(_ nodes: [Node], _ links: [Link]) {
    var readers = Array(repeating: 0, count: nodes.count)
    var inputs: [[Int]] = Array(repeating: [], count: nodes.count)
    for link in links {
      readers[link.from] += 1
      inputs[link.to].append(link.from)
    }
    var ready = nodes.indices.filter { readers[$0] == 0 }
    while let node = ready.popLast() {
      for input in inputs[node] {
        items[input].row = max(items[input].row, items[node].row + 1)
        readers[input] -= 1
        if readers[input] == 0 { ready.append(input) }
      }
    }
    let last = items.map(\.row).max() ?? 0
    for node in nodes.indices where nodes[node].isAtBottom { items[node].row = last }
  }

  private mutating func cutLinks(_ links: [Link]) {
    for link in links {
      var chain: [Int] = []
      var lower = link.from
      for row in stride(from: items[link.from].row - 1, to: items[link.to].row, by: -1) {
        items.append(Item(width: 6, height: 0, row: row, isWaypoint: true))
        chain.append(parts.count)
        let weight = lower == link.from ? 2.0 : 8.0
        parts.append(Part(lower: lower, upper: items.count - 1, lowerX: 3, upperX: 3, weight: weight))
        lower = items.count - 1
      }
      chain.append(parts.count)
      parts.append(Part(lower: lower, upper: link.to, lowerX: 3, upperX: 3, weight: lower == link.from ? 1 : 2))
      chains.append(chain)
    }
  }

  // MARK: Order

  private mutating func orderRows(_ links: [Link]) {
    let below = Dictionary(grouping: parts.indices, by: { parts[$0].upper })
    let above = Dictionary(grouping: parts.indices, by: { parts[$0].lower })
    rows = Array(repeating: [], count: (items.map(\.row).max() ?? 0) + 1)
    // From the results down, inputs in their order, so that related items start together.
    var visited = Array(repeating: false, count: items.count)
    for top in items.indices where above[top] == nil {
      var pending = [top]
      while let item = pending.popLast() {
        if visited[item] { continue }
        visited[item] = true
        rows[items[item].row].append(item)
        pending += (below[item] ?? []).reversed().map { parts[$0].lower }
      }
    }

    var order = Array(repeating: 0, count: items.count)
    func number() { for row in rows { for (index, item) in row.enumerated() { order[item] = index } } }
    number()
    // Ends at fixed positions of a node are ordered by their position in it.
    var inside: [(lower: Double, upper: Double)] = Array(repeating: (0, 0), count: parts.count)
    for (link, chain) in zip(links, chains) {
      if let x = link.fromX { inside[chain[0]].lower = x / max(items[link.from].width, 1) - 0.5 }
      if let x = link.toX { inside[chain[chain.count - 1]].upper = x / max(items[link.to].width, 1) - 0.5 }
    }
    func lowerPosition(_ part: Int) -> Double { Double(order[parts[part].lower]) + inside[part].lower }
    func upperPosition(_ part: Int) -> Double { Double(order[parts[part].upper]) + inside[part].upper }
    func crossings() -> Int {
      var count = 0
      for row in rows.dropLast() {
        var ends: [(upper: Double, lower: Double)] = []
        for item in row { for part in below[item] ?? [] { ends.append((upperPosition(part), lowerPosition(part))) } }
        ends.sort { $0.upper != $1.upper ? $0.upper < $1.upper : $0.lower < $1.lower }
        count += inversions(ends.map(\.lower))
      }
      return count
    }

    var best = rows
    var fewest = crossings()
    for round in 0..<12 where fewest > 0 {
      let isDown = round % 2 == 0
      for row in isDown ? Array(rows.indices) : rows.indices.reversed() {
        let centers = rows[row].map { item -> Double in
          let ends = isDown ? (above[item] ?? []).map(upperPosition) : (below[item] ?? []).map(lowerPosition)
          return ends.isEmpty ? Double(order[item]) : ends.reduce(0, +) / Double(ends.count)
        }
        let sorted = zip(rows[row], centers).enumerated().sorted {
          $0.element.1 != $1.element.1 ? $0.element.1 < $1.element.1 : $0.offset < $1.offset
        }
        rows[row] = sorted.map(\.element.0)
        for (index, item) in rows[row].enumerated() { order[item] = index }
      }
      let count = crossings()
      if count < fewest { (fewest, best) = (count, rows) }
    }
    rows = best
  }

  /// Distributes the ends of links without a fixed position around the middle of a node, in the order of their other
  /// ends.
  private mutating func spreadEnds(_ links: [Link]) {
    var order = Array(repeating: 0, count: items.count)
    for row in rows { for (index, item) in row.enumerated() { order[item] = index } }
    func spread(_ ends: [Int], width: Double, by other: (Part) -> Int) -> [(part: Int, x: Double)] {
      let sorted = ends.sorted { other(parts[$0]) != other(parts[$1]) ? other(parts[$0]) < other(parts[$1]) : $0 < $1 }
      let step = min(22, width * 0.8 / Double(max(sorted.count, 1)))
      return sorted.enumerated().map { position, part in
        (part, width / 2 + (Double(position) - Double(sorted.count - 1) / 2) * step)
      }
    }
    var entering: [Int: [Int]] = [:]
    for (link, chain) in zip(links, chains) {
      let (first, last) = (chain[0], chain[chain.count - 1])
      parts[first].lowerX = link.fromX ?? items[link.from].width / 2
      if let x = link.toX { parts[last].upperX = x } else { entering[link.to, default: []].append(last) }
    }
    for (node, ends) in entering {
      for (part, x) in spread(ends, width: items[node].width, by: { order[$0.lower] }) { parts[part].upperX = x }
    }
  }

  // MARK: Positions

  private mutating func positionItems() {
    let below = Dictionary(grouping: parts, by: \.upper)
    let above = Dictionary(grouping: parts, by: \.lower)
    for row in rows {
      var x = 0.0
      for item in row {
        items[item].x = x
        x += items[item].width + gap.x
      }
    }
    // First towards the neighbours of one side, for an approximate position; then towards both, which straightens long
    // links.
    for round in 0..<72 {
      let isLast = round >= 12
      for row in round % 2 == 0 ? Array(rows.indices) : rows.indices.reversed() {
        let pulls = rows[row].map { item in
          var pulls: [Pull] = []
          if isLast || round % 2 == 0 {
            pulls += (above[item] ?? []).map { Pull(x: items[$0.upper].x + $0.upperX - $0.lowerX, weight: $0.weight) }
          }
          if isLast || round % 2 == 1 {
            pulls += (below[item] ?? []).map { Pull(x: items[$0.lower].x + $0.lowerX - $0.upperX, weight: $0.weight) }
          }
          return pulls
        }
        settle(rows[row], pulls)
      }
    }
    straighten()
    let left = items.map(\.x).min() ?? 0
    for item in items.indices { items[item].x -= left }
    width = items.map { $0.x + $0.width }.max() ?? 0
  }

  /// Moves the items of a row as close to their preferred positions as their order and the gaps allow: least squares,
  /// by pooling neighbours that would overlap.
  private mutating func settle(_ row: [Int], _ pulls: [[Pull]]) {
    struct Pool {
      var x: Double
      var weight: Double
      var count: Int
    }
    var pools: [Pool] = []
    var offsets: [Double] = []
    var offset = 0.0
    for (item, ends) in zip(row, pulls) {
      offsets.append(offset)
      let weight = ends.reduce(0) { $0 + $1.weight }
      let x = weight == 0 ? items[item].x : ends.reduce(0) { $0 + $1.x * $1.weight } / weight
      pools.append(Pool(x: x - offset, weight: max(weight, 0.01), count: 1))
      while pools.count > 1, pools[pools.count - 2].x > pools[pools.count - 1].x {
        let right = pools.removeLast()
        let left = pools.removeLast()
        let weight = left.weight + right.weight
        pools.append(
          Pool(
            x: (left.x * left.weight + right.x * right.weight) / weight, weight: weight,
            count: left.count + right.count))
      }
      offset += items[item].width + gap.x
    }
    var index = 0
    for pool in pools {
      for _ in 0..<pool.count {
        items[row[index]].x = pool.x + offsets[index]
        index += 1
      }
    }
  }

  private mutating func route(_ links: [Link]) {
    var tops: [Double] = []
    var heights: [Double] = []
    var y = 0.0
    for row in rows {
      let height = row.map { items[$0].height }.max() ?? 0
      tops.append(y)
      heights.append(height)
      y += height + gap.y
    }
    height = y - gap.y
    for node in positions.indices {
      let item = items[node]
      positions[node] = Point(x: item.x, y: tops[item.row] + (heights[item.row] - item.height) / 2)
    }
    for (link, chain) in zip(links, chains) {
      var points: [Point] = []
      for part in chain.map({ parts[$0] }) {
        let (lower, upper) = (items[part.lower], items[part.upper])
        let start = Point(x: lower.x + part.lowerX, y: tops[lower.row])
        let end = Point(x: upper.x + part.upperX, y: tops[upper.row] + heights[upper.row])
        // Vertical across its own row, so that it does not touch a taller neighbour.
        points.append(
          Point(x: start.x, y: lower.isWaypoint ? start.y + heights[lower.row] : positions[link.from].y))
        points.append(start)
        points.append(end)
        points.append(
          Point(x: end.x, y: upper.isWaypoint ? end.y : positions[link.to].y + upper.height))
      }
      routes.append(points)
    }
  }
}

/// Returns the number of pairs in the wrong order.
private func inversions(_ values: [Double]) -> Int {
  if values.count < 2 { return 0 }
  let middle = values.count / 2
  let (left, right) = (Array(values[..<middle]), Array(values[middle...]))
  var count = inversions(left) + inversions(right)
  let (a, b) = (left.sorted(), right.sorted())
  var position = 0
  for value in b {
    while position < a.count, a[position] <= value { position += 1 }
    count += a.count - position
  }
  return count
}
