/// Every step of a recipe once, inputs before the steps that read them, each known by its place in this order.
///
/// Passes keep what they find in arrays by place; nothing but the making of the order looks steps up.
package struct Traversal: Sendable {
  package private(set) var nodes: [Node] = []
  /// Where the places of a step's inputs begin in `links`.
  private var starts: [Int] = []
  private var links: [Int] = []
  /// Places by the identity of steps: open addressing, a power of two long, -1 where there is nothing.
  private var table = [Int](repeating: -1, count: 64)

  package init(_ root: Node) { self.init([root]) }

  /// The steps of several recipes together.
  package init(_ roots: [Node]) {
    // Explicit stack: a recipe may be 100,000 steps deep. The roots keep all its steps alive.
    var pending: [(node: Unmanaged<Node>, next: Int)] = []
    // The places of the inputs that are done, of all steps on the stack.
    var done: [Int] = []
    for root in roots where place(of: root) == nil {
      pending.append((.passUnretained(root), 0))
      while let (node, next) = pending.last {
        node._withUnsafeGuaranteedRef { node in
          if next < node.inputs.count {
            if let place = place(of: node.inputs[next]) {
              done.append(place)
              pending[pending.count - 1].next += 1
            } else {
              pending.append((.passUnretained(node.inputs[next]), 0))
            }
          } else {
            pending.removeLast()
            starts.append(links.count)
            links.append(contentsOf: done.suffix(node.inputs.count))
            done.removeLast(node.inputs.count)
            add(node)
          }
        }
      }
    }
  }

  package var indices: Range<Int> { nodes.indices }

  /// The place of a step; nil when the recipe has no such step.
  package func place(of node: Node) -> Int? {
    let place = table[slot(of: node)]
    return place < 0 ? nil : place
  }

  /// The place of an input of the step at `place`.
  package func place(ofInput index: Int, of place: Int) -> Int { links[starts[place] + index] }

  /// How often other steps read each of the steps.
  package var readerCounts: [Int] { links.reduce(into: [Int](repeating: 0, count: nodes.count)) { $0[$1] += 1 } }

  private mutating func add(_ node: Node) {
    nodes.append(node)
    table[slot(of: node)] = nodes.count - 1
    guard nodes.count * 2 > table.count else { return }
    table = [Int](repeating: -1, count: table.count * 4)
    for (place, node) in nodes.enumerated() { table[slot(of: node)] = place }
  }

  /// Where the step stands in the table, or would.
  private func slot(of node: Node) -> Int {
    let mask = table.count - 1
    // Objects lie 16 bytes apart; the product's upper bits depend on all of the address.
    let address = UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
    var slot = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while table[slot] >= 0, nodes[table[slot]] !== node { slot = (slot + 1) & mask }
    return slot
  }
}

extension Node {
  /// Every step once, inputs before the steps that read them.
  package var topological: [Node] { Traversal(self).nodes }

  /// The recipe with every step offered to `change`, inputs first; parts that stay the same are shared with this one.
  package func rewritten(_ change: (Node) throws(RenderError) -> Node) throws(RenderError) -> Node {
    let order = Traversal(self)
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    for place in order.indices { results.append(try change(order.node(at: place, reading: results))) }
    return results[results.count - 1]
  }
}

extension Traversal {
  /// The step at a place with results in the place of its inputs; the step itself where nothing is different.
  ///
  /// - Parameters:
  ///   - op: what it does now; nil: what it did.
  ///   - results: by place; at least those before this one.
  package func node(at place: Int, as op: Op? = nil, reading results: [Node]) -> Node {
    let node = nodes[place]
    let inputs = node.inputs
    let isSame = op == nil && inputs.indices.allSatisfy { inputs[$0] === results[self.place(ofInput: $0, of: place)] }
    return isSame ? node : Node(op ?? node.op, inputs.indices.map { results[self.place(ofInput: $0, of: place)] })
  }
}
