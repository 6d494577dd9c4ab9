/// The steps of a recipe, each once, inputs before the steps that read them. A step is identified by its index in this
/// order.
///
/// Passes store their results in arrays by index. Only the construction of the order searches for steps.
package struct Traversal: Sendable {
  package private(set) var nodes: [Node] = []
  /// The index in `links` of the first input of each step. Both are empty for a chain, in which each step reads the one
  /// before it.
  private var starts: [Int] = []
  private var links: [Int] = []
  /// The indices by the identity of steps: a hash table with open addressing, whose size is a power of two. -1 is
  /// empty.
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

  /// Creates the order of the steps of several recipes.
  package init(_ roots: [Node]) {
    table = [Int](repeating: -1, count: 64)
    nodes.reserveCapacity(32)
    starts.reserveCapacity(32)
    links.reserveCapacity(32)
    // Explicit stack: a recipe may have a depth of 100,000 steps. The roots retain all its steps.
    var pending: [(node: Unmanaged<Node>, next: Int)] = []
    pending.reserveCapacity(32)
    // The indices of the finished inputs, of all steps on the stack.
    var done: [Int] = []
    done.reserveCapacity(32)
    for root in roots where index(of: root) == nil {
      pending.append((.passUnretained(root), 0))
      while let (node, next) = pending.last {
        node._withUnsafeGuaranteedRef { node in
          if next < node.inputs.count {
            if let input = index(of: node.inputs[next]) {
              done.append(input)
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

  /// Returns the index of a step. Returns nil if the recipe does not contain it.
  package func index(of node: Node) -> Int? {
    let index = table[slot(of: node)]
    return index < 0 ? nil : index
  }

  /// Returns the index of an input of a step. Both the input and the step are given by index.
  package func index(ofInput input: Int, of step: Int) -> Int {
    starts.isEmpty ? step - 1 : links[starts[step] + input]
  }

  /// The number of other steps that read each step.
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
    for (index, node) in nodes.enumerated() { table[slot(of: node)] = index }
  }

  /// Returns the index of the step's entry in the table, or of the empty entry for it.
  private func slot(of node: Node) -> Int {
    let mask = table.count - 1
    // Objects are 16 bytes apart. The upper bits of the product depend on all bits of the address.
    let address = UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
    var slot = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while table[slot] >= 0, nodes[table[slot]] !== node { slot = (slot + 1) & mask }
    return slot
  }
}

extension Node {
  /// The steps, each once, inputs before the steps that read them.
  package var topological: [Node] { Traversal(self).nodes }

  /// Returns the recipe with each step replaced by `change`, inputs first. Unchanged subtrees are shared with this
  /// recipe.
  package func rewritten<Failure: Error>(_ change: (Node) throws(Failure) -> Node) throws(Failure) -> Node {
    let order = Traversal(self)
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    for step in order.indices { results.append(try change(order.node(at: step, reading: results))) }
    return results[results.count - 1]
  }
}

extension Traversal {
  /// Returns the step at an index with its inputs replaced by their results. Returns the step itself if nothing is
  /// different.
  ///
  /// - Parameters:
  ///   - op: the new operation. Nil: unchanged.
  ///   - results: the results by index; at least those before this step.
  package func node(at step: Int, as op: Op? = nil, reading results: [Node]) -> Node {
    let node = nodes[step]
    let inputs = node.inputs
    let isSame = op == nil && inputs.indices.allSatisfy { inputs[$0] === results[index(ofInput: $0, of: step)] }
    return isSame ? node : Node(op ?? node.op, inputs.indices.map { results[index(ofInput: $0, of: step)] })
  }
}
