/// Every step of a recipe once, inputs before the steps that read them, each known by its place in this order.
///
/// Passes keep what they find in arrays by place; nothing but the making of the order looks steps up.
package struct Traversal: Sendable {
  package private(set) var nodes: [Node] = []
  /// Where the places of a step's inputs begin in `links`. Both are empty for a chain: a step reads the one before.
  private var starts: [Int] = []
  private var links: [Int] = []
  /// Places by the identity of steps: open addressing, a power of two long, -1 where there is nothing.
  private var table: [Int] = []

  package init(_ root: Node) {
    if root.kinds.contains(.joining) { self.init([root]) } else { self.init(chain: root) }
  }

  private init(chain root: Node) {
    nodes.reserveCapacity(16)
    nodes.append(root)
    while let input = nodes[nodes.count - 1].inputs.first { nodes.append(input) }
    nodes.reverse()
    fillTable()
  }

  /// The steps of several recipes together.
  package init(_ roots: [Node]) {
    table = [Int](repeating: -1, count: 64)
    nodes.reserveCapacity(32)
    starts.reserveCapacity(32)
    links.reserveCapacity(32)
    // Explicit stack: a recipe may be 100,000 steps deep. The roots keep all its steps alive.
    var pending: [(node: Unmanaged<Node>, next: Int)] = []
    pending.reserveCapacity(32)
    // The places of the inputs that are done, of all steps on the stack.
    var done: [Int] = []
    done.reserveCapacity(32)
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
  package func place(ofInput index: Int, of place: Int) -> Int {
    starts.isEmpty ? place - 1 : links[starts[place] + index]
  }

  /// How often other steps read each of the steps.
  package var readerCounts: [Int] {
    if starts.isEmpty { return nodes.indices.map { $0 == nodes.count - 1 ? 0 : 1 } }
    return links.reduce(into: [Int](repeating: 0, count: nodes.count)) { $0[$1] += 1 }
  }

  private mutating func add(_ node: Node) {
    nodes.append(node)
    table[slot(of: node)] = nodes.count - 1
    if nodes.count * 2 > table.count { fillTable() }
  }

  private mutating func fillTable() {
    var count = 16
    while count < nodes.count * 4 { count *= 2 }
    table = [Int](repeating: -1, count: count)
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
