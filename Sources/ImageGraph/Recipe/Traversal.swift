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

  /// Explicit stack: a recipe may be 100,000 steps deep.
  package init(_ root: Node) {
    var pending: [(node: Node, next: Int)] = [(root, 0)]
    // The places of the inputs that are done, of all steps on the stack.
    var done: [Int] = []
    while let (node, next) = pending.last {
      let inputs = node.inputs
      if next < inputs.count {
        if let place = place(of: inputs[next]) {
          done.append(place)
          pending[pending.count - 1].next += 1
        } else {
          pending.append((inputs[next], 0))
        }
      } else {
        pending.removeLast()
        starts.append(links.count)
        links.append(contentsOf: done.suffix(inputs.count))
        done.removeLast(inputs.count)
        add(node)
      }
    }
  }

  package var indices: Range<Int> { nodes.indices }

  /// Of the whole recipe's root, which is the last.
  package var root: Node { nodes[nodes.count - 1] }

  /// The place of a step; nil when the recipe has no such step.
  package func place(of node: Node) -> Int? {
    let place = table[slot(of: node)]
    return place < 0 ? nil : place
  }

  /// The place of an input of the step at `place`.
  package func place(ofInput index: Int, of place: Int) -> Int { links[starts[place] + index] }

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
  /// The step at a place with results in the place of its inputs; the step itself where they are the same.
  ///
  /// - Parameter results: by place; at least those before this one.
  package func node(at place: Int, reading results: [Node]) -> Node {
    let node = nodes[place]
    let inputs = node.inputs
    for index in inputs.indices where inputs[index] !== results[self.place(ofInput: index, of: place)] {
      return Node(node.op, inputs.indices.map { results[self.place(ofInput: $0, of: place)] })
    }
    return node
  }
}
