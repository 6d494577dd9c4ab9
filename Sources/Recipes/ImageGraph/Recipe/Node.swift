/// A step and the steps it reads: a directed acyclic graph of immutable values.
///
/// Between nodes a pixel is premultiplied, linear and extended-range unless a node says otherwise.
///
/// - Invariant: `extent` is the rule of `op` applied to the inputs' extents; outside it every pixel
///   is transparent black, whatever the formula says.
package final class Node: Sendable {
  package let op: Op
  package let extent: Extent
  /// Of the whole recipe below, values included: equal recipes hash alike.
  package let hash: Int

  /// Of what kinds the steps of the whole recipe below are, so that passes that look for none of them need not look.
  package let kinds: StepKinds

  /// What is known of the result's pixels, and how geometry reads them.
  package let facts: NodeFacts

  // Emptied by deinit only, when nobody else can see the node.
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

  /// Frees long chains without recursion: a recipe may be 100,000 steps deep.
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

  /// As below; without a list of extents where one is enough.
  private static func extent(of op: Op, _ inputs: [Node]) -> Extent {
    if case .formula(_, _, .first) = op { return inputs.first?.extent ?? .infinite }
    return extent(of: op, inputs.map(\.extent))
  }

  /// How far the result of a step reaches when its inputs reach so far.
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
    // Nobody knows.
    case .symbol: .infinite
    }
  }
}

extension Node {
  package var isHistogram: Bool { if case .histogram = op { true } else { false } }

  /// True for a crop that leaves every pixel of `area` as it was.
  package func cutsNothing(of area: UserRect) -> Bool {
    if case .crop(let rect) = op { rect.pixels.contains(inputs[0].extent.pixels(in: area)) } else { false }
  }
}

extension Node: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Structural equality, values included; explicit stack, shared parts compared once.
  package static func == (a: Node, b: Node) -> Bool {
    struct Pair: Hashable { let a, b: ObjectIdentifier }
    var pending = [(a, b)]
    var seen = Set<Pair>()
    while let (a, b) = pending.popLast() {
      if a === b { continue }
      guard a.hash == b.hash, a.op == b.op, a.inputs.count == b.inputs.count else { return false }
      // Mostly inputs were shared before.
      if zip(a.inputs, b.inputs).allSatisfy({ $0 === $1 }) { continue }
      guard seen.insert(Pair(a: ObjectIdentifier(a), b: ObjectIdentifier(b))).inserted else { continue }
      pending.append(contentsOf: zip(a.inputs, b.inputs))
    }
    return true
  }
}

extension Node: CustomStringConvertible {
  /// One line a step, output first: number, what it does, its inputs' numbers, its extent.
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
