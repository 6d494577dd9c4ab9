import ImageFilters
import ImageGraph

/// The region in which two recipes may differ.
///
/// Their steps are paired from the results on. If both steps are equal, the differences of their inputs are propagated
/// by the regions of interest that steps declare. Otherwise, the region is the union of both extents. Equal subgraphs
/// are skipped, so that the cost depends on the changes. A chain of source-over steps is one unit, in which layers may
/// be inserted and removed.
struct RecipeChange {
  private struct Key: Hashable { let new, old: ObjectIdentifier }

  private struct Pair {
    let new, old: Node
    /// The pairs that this one reads, with the input's index; nil for an input in the same pixels.
    var reads: [(pair: Int, input: Int?)] = []
    /// The differences that do not depend on inputs.
    var differences: [UserRect] = []
    /// The requested region.
    var needed = UserRect.nothing

    var reach: Extent { new.extent.union(old.extent) }

    /// Returns the region in which an input is visible; nil for unlimited. A masked image is visible only inside its
    /// mask.
    func visibleExtent(_ input: Int) -> Extent? {
      guard input == 0, case .formula(let formula, _, _) = new.op, formula === BlendWithAlphaMask.formula else {
        return nil
      }
      return new.inputs[2].extent.union(old.inputs[2].extent)
    }
  }

  private var pairs: [Pair] = []
  private var indices: [Key: Int] = [:]

  /// Returns the part of `region` that may differ, as a few rectangles of whole pixels; none if the recipes are equal.
  ///
  /// - Parameter region: finite.
  static func rectangles(from old: Node, to new: Node, within region: UserRect) -> [UserRect] {
    if old == new { return [] }
    var change = RecipeChange()
    let order = change.pair(new, old)
    let root = order[order.count - 1]
    change.pairs[root].needed = region.pixels
    for index in order.reversed() { change.requestInputs(index) }
    var changed = [[UserRect]](repeating: [], count: change.pairs.count)
    for index in order { changed[index] = change.changes(of: index, changed) }
    return changed[root]
  }

  // MARK: Pairs

  private mutating func index(_ new: Node, _ old: Node) -> Int {
    let key = Key(new: ObjectIdentifier(new), old: ObjectIdentifier(old))
    if let index = indices[key] { return index }
    indices[key] = pairs.count
    pairs.append(Pair(new: new, old: old))
    return pairs.count - 1
  }

  /// - Returns: all relevant pairs, inputs first. Iterative, as recipes are deep.
  private mutating func pair(_ new: Node, _ old: Node) -> [Int] {
    var order: [Int] = []
    var pending = [(index: index(new, old), next: 0)]
    var seen: Set<Int> = [pending[0].index]
    split(pending[0].index)
    while let (index, next) = pending.last {
      guard next < pairs[index].reads.count else {
        order.append(index)
        pending.removeLast()
        continue
      }
      pending[pending.count - 1].next += 1
      let read = pairs[index].reads[next].pair
      guard seen.insert(read).inserted else { continue }
      split(read)
      pending.append((read, 0))
    }
    return order
  }

  /// Determines the inputs of a pair, or its own differences.
  private mutating func split(_ pair: Int) {
    let (new, old) = (pairs[pair].new, pairs[pair].old)
    if new.isOver || old.isOver { return splitChains(pair) }
    guard new.op == old.op, new.inputs.count == old.inputs.count, !new.inputs.isEmpty else {
      pairs[pair].differences = [new.extent, old.extent].compactMap(\.pixelBounds)
      return
    }
    for (index, (a, b)) in zip(new.inputs, old.inputs).enumerated() where a != b {
      let read = self.index(a, b)
      pairs[pair].reads.append((read, index))
    }
  }

  private mutating func splitChains(_ pair: Int) {
    let (new, old) = (OverChain(pairs[pair].new), OverChain(pairs[pair].old))
    var (differences, reads) = ([UserRect](), [(pair: Int, input: Int?)]())
    for match in OverChain.matches(new.tops, old.tops) {
      switch match {
      case (let a?, let b?): if a != b { reads.append((index(a, b), nil)) }
      case (let only?, nil), (nil, let only?): if let rect = only.extent.pixelBounds { differences.append(rect) }
      case (nil, nil): break
      }
    }
    if new.base != old.base { reads.append((index(new.base, old.base), nil)) }
    (pairs[pair].differences, pairs[pair].reads) = (differences, reads)
  }

  // MARK: Regions

  /// Propagates the requested region of a pair to its inputs.
  private mutating func requestInputs(_ index: Int) {
    let pair = pairs[index]
    guard !pair.needed.isEmpty else { return }
    for read in pair.reads {
      var region = pair.needed
      if let input = read.input {
        let op = pair.new.op
        region = op.regionOfInterest(ofInput: input, for: region).outset(by: op.areaSamplingMargin).pixels
      }
      region = pairs[read.pair].reach.pixels(in: region)
      pairs[read.pair].needed = pairs[read.pair].needed.union(region)
    }
  }

  private func changes(of index: Int, _ changed: [[UserRect]]) -> [UserRect] {
    let pair = pairs[index]
    let limit = pair.reach.pixels(in: pair.needed)
    var list = RectangleList(capacity: 16)
    for rect in pair.differences { list.add(rect.intersection(limit)) }
    for read in pair.reads {
      for rect in changed[read.pair] {
        guard let input = read.input else {
          list.add(rect.intersection(limit))
          continue
        }
        let region = pair.new.op.changed(when: rect, ofInput: input, within: limit)
        list.add(pair.visibleExtent(input).map { $0.pixels(in: region) } ?? region)
      }
    }
    return list.rectangles
  }
}

/// A chain of source-over steps: the layers from top to bottom, and the base.
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

  /// Matches equal steps of two lists, in order. Lists of the same length are matched by index.
  static func matches(_ new: [Node], _ old: [Node]) -> [(Node?, Node?)] {
    if new.count == old.count { return zip(new, old).map { ($0, $1) } }
    var indices: [Int: [Int]] = [:]
    for index in old.indices.reversed() { indices[old[index].hash, default: []].append(index) }
    var (result, next, pending) = ([(Node?, Node?)](), 0, [Node]())
    func flush(to end: Int) {
      let others = old[next..<end]
      if others.count == pending.count {
        result += zip(pending, others).map { ($0, $1) }
      } else {
        result += pending.map { ($0, nil) } + others.map { (nil, $0) }
      }
      pending = []
    }
    for node in new {
      while let last = indices[node.hash]?.last, last < next { indices[node.hash]?.removeLast() }
      guard let found = indices[node.hash]?.last else {
        pending.append(node)
        continue
      }
      flush(to: found)
      result.append((node, old[found]))
      next = found + 1
    }
    flush(to: old.count)
    return result
  }
}

extension Node {
  /// Whether the step composites an image over another one.
  var isOver: Bool {
    if case .formula(let formula, _, .union) = op { formula === SourceOverCompositing.formula } else { false }
  }

  /// Returns the recipe of a rectangle of whole pixels: without layers outside of it, and layers behind one that covers
  /// all of it.
  func visible(in rect: UserRect) -> Node {
    switch op {
    case .matched: return Node(op, [inputs[0].visible(in: rect)])
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
  /// The extent in whole pixels; nil if it is empty.
  fileprivate var pixelBounds: UserRect? {
    switch self {
    case .empty: nil
    case .finite(let rect): rect.pixels
    case .infinite: .infinite
    }
  }
}

extension Op {
  /// The distance beyond the declared region of interest that a transform with area sampling reads.
  fileprivate var areaSamplingMargin: Double {
    guard case .affine(let map, _) = self, map.integerTranslation == nil else { return 0 }
    return 2 * max(1, map.inverse.map { max(abs($0.a) + abs($0.c), abs($0.b) + abs($0.d)) } ?? 1)
  }

  /// Returns the part of `region` that may differ if `rect` of an input does.
  fileprivate func changed(when rect: UserRect, ofInput input: Int, within region: UserRect) -> UserRect {
    if rect.isEmpty || region.isEmpty { return .nothing }
    switch self {
    case .formula, .matched, .intermediate, .sampled: return rect.intersection(region)
    case .crop(let cropped): return rect.intersection(cropped.pixels).intersection(region)
    case .affine(let map, _):
      if let step = map.integerTranslation { return rect.offset(by: step).intersection(region) }
      return map.apply(rect.outset(by: areaSamplingMargin)).outset(by: 1).pixels.intersection(region)
    default:
      // Bisection terminates for these numbers.
      guard region.isFinite, max(abs(region.min), abs(region.max)) < 1e9 else { return region }
      return region.narrowed { part in
        !regionOfInterest(ofInput: input, for: part).pixels.intersection(rect).isEmpty
      }
    }
  }
}

private func abs(_ v: SIMD2<Double>) -> Double { Swift.max(Swift.abs(v.x), Swift.abs(v.y)) }

extension UserRect {
  /// Returns the smallest rectangle in this one outside of which `reads` is false; `reads` is monotonic.
  fileprivate func narrowed(_ reads: (UserRect) -> Bool) -> UserRect {
    guard reads(self) else { return .nothing }
    var result = self
    for axis in 0...1 {
      // The last edge from which on nothing is read, then the first one.
      result.max[axis] = Self.edge(from: min[axis] + 1, to: max[axis]) { edge in
        var remainder = self
        remainder.min[axis] = edge
        return remainder.isEmpty || !reads(remainder)
      }
      result.min[axis] = -Self.edge(from: 1 - result.max[axis], to: -min[axis]) { edge in
        var remainder = self
        remainder.max[axis] = -edge
        return remainder.isEmpty || !reads(remainder)
      }
    }
    return result
  }

  /// Returns the smallest integer for which the predicate is true; it is monotonic, and true for `high`.
  private static func edge(from low: Double, to high: Double, _ isPast: (Double) -> Bool) -> Double {
    var (low, high) = (low, high)
    while low < high {
      let middle = ((low + high) / 2).rounded(.down)
      if isPast(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }
}
