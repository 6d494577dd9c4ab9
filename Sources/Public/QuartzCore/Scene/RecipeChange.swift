import ImageFilters
import ImageGraph

/// Where two recipes may give different pixels.
///
/// Their steps are paired from the results on. Where both do the same, what differs is what differs of their inputs,
/// carried through by the regions that steps state; where they do not, it is wherever either has pixels. What is equal
/// is not looked into, so the work goes with what has changed. Layers over each other are one chain, in which some may
/// come and go.
struct RecipeChange {
  private struct Key: Hashable { let new, old: ObjectIdentifier }

  private struct Pair {
    let new, old: Node
    /// Pairs that this one reads, by which input; nil: what is at the same place.
    var reads: [(pair: Int, input: Int?)] = []
    /// What differs whatever the inputs are.
    var own: [UserRect] = []
    /// What is asked of it.
    var needed = UserRect.nothing

    var reach: Extent { new.extent.union(old.extent) }

    /// Where an input can be seen at most; nil: anywhere. What a mask covers shows only there.
    func shows(_ input: Int) -> Extent? {
      guard input == 0, case .formula(let formula, _, _) = new.op, formula === BlendWithAlphaMask.formula else {
        return nil
      }
      return new.inputs[2].extent.union(old.inputs[2].extent)
    }
  }

  private var pairs: [Pair] = []
  private var places: [Key: Int] = [:]

  /// The part of `region` that may differ, as a few rectangles of whole pixels; none where the recipes are equal.
  ///
  /// - Parameter region: finite.
  static func rectangles(from old: Node, to new: Node, within region: UserRect) -> [UserRect] {
    if old == new { return [] }
    var change = RecipeChange()
    let order = change.pair(new, old)
    let root = order[order.count - 1]
    change.pairs[root].needed = region.pixels
    for place in order.reversed() { change.ask(place) }
    var changed = [[UserRect]](repeating: [], count: change.pairs.count)
    for place in order { changed[place] = change.changes(of: place, changed) }
    return changed[root]
  }

  // MARK: Pairs

  private mutating func place(_ new: Node, _ old: Node) -> Int {
    let key = Key(new: ObjectIdentifier(new), old: ObjectIdentifier(old))
    if let known = places[key] { return known }
    places[key] = pairs.count
    pairs.append(Pair(new: new, old: old))
    return pairs.count - 1
  }

  /// - Returns: all pairs that count, those that are read first. An explicit stack: recipes are deep.
  private mutating func pair(_ new: Node, _ old: Node) -> [Int] {
    var order: [Int] = []
    var pending = [(place: place(new, old), next: 0)]
    var seen: Set<Int> = [pending[0].place]
    split(pending[0].place)
    while let (place, next) = pending.last {
      guard next < pairs[place].reads.count else {
        order.append(place)
        pending.removeLast()
        continue
      }
      pending[pending.count - 1].next += 1
      let read = pairs[place].reads[next].pair
      guard seen.insert(read).inserted else { continue }
      split(read)
      pending.append((read, 0))
    }
    return order
  }

  /// What a pair reads, or what it changes by itself.
  private mutating func split(_ place: Int) {
    let (new, old) = (pairs[place].new, pairs[place].old)
    if new.isOver || old.isOver { return splitChains(place) }
    guard new.op == old.op, new.inputs.count == old.inputs.count, !new.inputs.isEmpty else {
      pairs[place].own = [new.extent, old.extent].compactMap(\.whole)
      return
    }
    for (index, (a, b)) in zip(new.inputs, old.inputs).enumerated() where a != b {
      let read = self.place(a, b)
      pairs[place].reads.append((read, index))
    }
  }

  private mutating func splitChains(_ place: Int) {
    let (new, old) = (OverChain(pairs[place].new), OverChain(pairs[place].old))
    var (own, reads) = ([UserRect](), [(pair: Int, input: Int?)]())
    for match in OverChain.matches(new.tops, old.tops) {
      switch match {
      case (let a?, let b?): if a != b { reads.append((self.place(a, b), nil)) }
      case (let only?, nil), (nil, let only?): if let rect = only.extent.whole { own.append(rect) }
      case (nil, nil): break
      }
    }
    if new.base != old.base { reads.append((self.place(new.base, old.base), nil)) }
    (pairs[place].own, pairs[place].reads) = (own, reads)
  }

  // MARK: Regions

  /// Tells what a pair reads what is asked of that.
  private mutating func ask(_ place: Int) {
    let pair = pairs[place]
    guard !pair.needed.isEmpty else { return }
    for read in pair.reads {
      var part = pair.needed
      if let input = read.input {
        let op = pair.new.op
        part = op.need(ofInput: input, for: part).outset(by: op.blocks).pixels
      }
      part = pairs[read.pair].reach.pixels(in: part)
      pairs[read.pair].needed = pairs[read.pair].needed.union(part)
    }
  }

  private func changes(of place: Int, _ changed: [[UserRect]]) -> [UserRect] {
    let pair = pairs[place]
    let limit = pair.reach.pixels(in: pair.needed)
    var list = RectangleList(most: 16)
    for rect in pair.own { list.add(rect.intersection(limit)) }
    for read in pair.reads {
      for rect in changed[read.pair] {
        guard let input = read.input else {
          list.add(rect.intersection(limit))
          continue
        }
        let part = pair.new.op.changed(when: rect, ofInput: input, within: limit)
        list.add(pair.shows(input).map { $0.pixels(in: part) } ?? part)
      }
    }
    return list.rectangles
  }
}

/// Steps over each other: what lies on top first, and what is under all of them.
private struct OverChain {
  var tops: [Node] = []
  var base: Node

  init(_ node: Node) {
    base = node
    while base.isOver {
      tops.append(base.inputs[0])
      base = base.inputs[1]
    }
  }

  /// Which of two lists are the same, in their order. Lists as long as each other are the same one by one.
  static func matches(_ new: [Node], _ old: [Node]) -> [(Node?, Node?)] {
    if new.count == old.count { return zip(new, old).map { ($0, $1) } }
    var places: [Int: [Int]] = [:]
    for index in old.indices.reversed() { places[old[index].hash, default: []].append(index) }
    var (result, next, waiting) = ([(Node?, Node?)](), 0, [Node]())
    func settle(to end: Int) {
      let others = old[next..<end]
      if others.count == waiting.count {
        result += zip(waiting, others).map { ($0, $1) }
      } else {
        result += waiting.map { ($0, nil) } + others.map { (nil, $0) }
      }
      waiting = []
    }
    for node in new {
      while let last = places[node.hash]?.last, last < next { places[node.hash]?.removeLast() }
      guard let found = places[node.hash]?.last else {
        waiting.append(node)
        continue
      }
      settle(to: found)
      result.append((node, old[found]))
      next = found + 1
    }
    settle(to: old.count)
    return result
  }
}

extension Node {
  /// True for an image over another one.
  var isOver: Bool {
    if case .formula(let formula, _, .union) = op { formula === SourceOverCompositing.formula } else { false }
  }

  /// What matters of the recipe inside a rectangle of whole pixels: without layers that lie elsewhere, and those behind
  /// one that covers all of it.
  func seen(in rect: UserRect) -> Node {
    switch op {
    case .matched: return Node(op, [inputs[0].seen(in: rect)])
    case _ where isOver:
      let chain = OverChain(self)
      var (tops, base) = ([Node](), chain.base)
      for top in chain.tops where !top.extent.pixels(in: rect).isEmpty {
        if top.facts.pixels.contains(.opaque), top.extent.covers(rect) {
          base = top
          break
        }
        tops.append(top)
      }
      return tops.reversed().reduce(base) { $1.over($0) }
    default: return self
    }
  }
}

extension Extent {
  /// Nil for what has no pixels.
  fileprivate var whole: UserRect? {
    switch self {
    case .empty: nil
    case .finite(let rect): rect.pixels
    case .infinite: .infinite
    }
  }
}

extension Op {
  /// How much farther than it states a map reads that takes means of blocks.
  fileprivate var blocks: Double {
    guard case .affine(let map, _) = self, map.integerTranslation == nil else { return 0 }
    return 2 * max(1, map.inverse.map { max(abs($0.a) + abs($0.c), abs($0.b) + abs($0.d)) } ?? 1)
  }

  /// The part of `region` that may differ where `rect` of an input does.
  fileprivate func changed(when rect: UserRect, ofInput input: Int, within region: UserRect) -> UserRect {
    if rect.isEmpty || region.isEmpty { return .nothing }
    switch self {
    case .formula, .matched, .intermediate, .sampled: return rect.intersection(region)
    case .crop(let part): return rect.intersection(part.pixels).intersection(region)
    case .affine(let map, _):
      if let step = map.integerTranslation { return rect.offset(by: step).intersection(region) }
      return map.apply(rect.outset(by: blocks)).outset(by: 1).pixels.intersection(region)
    default:
      // Numbers that halving ends with.
      guard region.isFinite, max(abs(region.min), abs(region.max)) < 1e9 else { return region }
      return region.narrowed { part in
        !need(ofInput: input, for: part).pixels.intersection(rect).isEmpty
      }
    }
  }
}

private func abs(_ v: SIMD2<Double>) -> Double { Swift.max(Swift.abs(v.x), Swift.abs(v.y)) }

extension UserRect {
  /// The smallest rectangle in this one outside of which nothing reads; a larger one never reads less.
  fileprivate func narrowed(_ reads: (UserRect) -> Bool) -> UserRect {
    guard reads(self) else { return .nothing }
    var result = self
    for axis in 0...1 {
      // The last edge from which on nothing reads, then the first one.
      result.max[axis] = Self.edge(from: min[axis] + 1, to: max[axis]) { edge in
        var rest = self
        rest.min[axis] = edge
        return rest.isEmpty || !reads(rest)
      }
      result.min[axis] = -Self.edge(from: 1 - result.max[axis], to: -min[axis]) { edge in
        var rest = self
        rest.max[axis] = -edge
        return rest.isEmpty || !reads(rest)
      }
    }
    return result
  }

  /// The smallest whole number for which it holds; it holds for `high` and for all behind the first.
  private static func edge(from low: Double, to high: Double, _ isPast: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    while low < high {
      let middle = ((low + high) / 2).rounded(.down)
      if isPast(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }
}
