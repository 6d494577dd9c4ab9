/// A step and the steps that it reads: a directed acyclic graph of immutable values.
///
/// Pixels between nodes are premultiplied, linear and of extended range unless a node states otherwise.
///
/// - Invariant: `extent` is the rule of `op` applied to the inputs' extents. Every pixel outside is transparent black,
///   even if the formula gives another value.
package final class Node: Sendable {
  package let op: Op
  package let extent: Extent
  /// The hash of the recipe below this node, including values. Equal recipes have equal hashes.
  package let hash: Int

  /// The kinds of all steps of the recipe below. A pass for steps of a kind skips recipes without one.
  package let kinds: StepKinds

  /// The facts about the result's pixels, and the sampling of geometry that reads them.
  package let facts: NodeFacts

  // Only deinit changes it, when there is no other reference to the node.
  @exclusivity(unchecked) private nonisolated(unsafe) var links: [Node]

  package var inputs: [Node] { links }

  package init(_ op: Op, _ inputs: [Node] = []) {
    self.op = op
    links = inputs
    extent = Self.extent(of: op, inputs)
    kinds = StepKinds(op, inputs)
    facts = NodeFacts(of: op, inputs)
    var hasher = Hasher()
    hasher.combine(op)
    for input in inputs { hasher.combine(input.hash) }
    hash = hasher.finalize()
  }

  /// Frees long chains without recursion: a recipe may have a depth of 100,000 steps.
  deinit {
    var pending = links
    links = []
    while var node = pending.popLast() {
      if isKnownUniquelyReferenced(&node) {
        pending.append(contentsOf: node.links)
        node.links = []
      }
    }
  }

  package static let empty = Node(.empty)

  /// Returns the extent of a step. Avoids a list of extents if one is enough.
  private static func extent(of op: Op, _ inputs: [Node]) -> Extent {
    if case .formula(_, _, .first) = op { return inputs.first?.extent ?? .infinite }
    return extent(of: op, inputs.map(\.extent))
  }

  /// Returns the extent of a step's result for extents of its inputs.
  package static func extent(of op: Op, _ inputs: [Extent]) -> Extent {
    switch op {
    case .empty: .empty
    case .source(let source): .finite(source.rect)
    case .crop(let rect): inputs[0].intersection(Extent(rect))
    case .clamp(let rect): Extent(rect) == .empty || inputs[0] == .empty ? .empty : .infinite
    case .affine(let map, _): inputs[0].map { map.apply($0) }
    case .formula(_, _, let rule):
      switch rule {
      case .first: inputs.first ?? .infinite
      case .last: inputs.last ?? .infinite
      case .union: inputs.reduce(.empty) { $0.union($1) }
      case .intersection: inputs.reduce(.infinite) { $0.intersection($1) }
      case .stated(let extent): extent
      }
    case .warp(let formula, let arguments, _): formula.extent(of: inputs[0], arguments)
    case .region(let formula, let arguments): formula.extent(of: inputs, arguments)
    case .histogram(_, let bins): .finite(UserRect(x: 0, y: 0, width: Double(bins), height: 1))
    case .sampled, .matched, .intermediate: inputs[0]
    // Unknown.
    case .symbol: .infinite
    }
  }
}

extension Node {
  package var isHistogram: Bool { if case .histogram = op { true } else { false } }

  /// Whether this is a crop that leaves every pixel of `area` unchanged.
  package func cutsNothing(of area: UserRect) -> Bool {
    if case .crop(let rect) = op { rect.pixels.contains(inputs[0].extent.pixels(in: area)) } else { false }
  }
}

extension Node: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Compares structure and values. Uses an explicit stack, and compares shared subtrees once.
  package static func == (a: Node, b: Node) -> Bool {
    struct Pair: Hashable { let a, b: ObjectIdentifier }
    var pending = [(a, b)]
    var seen = Set<Pair>()
    while let (a, b) = pending.popLast() {
      if a === b { continue }
      guard a.hash == b.hash, a.op == b.op, a.inputs.count == b.inputs.count else { return false }
      // In most cases the inputs are identical.
      if zip(a.inputs, b.inputs).allSatisfy({ $0 === $1 }) { continue }
      guard seen.insert(Pair(a: ObjectIdentifier(a), b: ObjectIdentifier(b))).inserted else { continue }
      pending.append(contentsOf: zip(a.inputs, b.inputs))
    }
    return true
  }
}

extension Node: CustomStringConvertible {
  /// The steps line by line, output first: number, operation, the numbers of its inputs, extent.
  package var description: String {
    let order = Array(topological.reversed())
    var numbers: [ObjectIdentifier: Int] = [:]
    for (number, node) in order.enumerated() { numbers[ObjectIdentifier(node)] = number }
    return order.enumerated().map { number, node in
      let inputs = node.inputs.map { "%\(numbers[ObjectIdentifier($0)]!)" }.joined(separator: " ")
      return "%\(number) = \(node.op)" + (inputs.isEmpty ? "" : " \(inputs)") + "   extent \(node.extent)"
    }.joined(separator: "\n")
  }
}
