import ImageGraph

extension Op {
  /// The step with values for the symbols among its arguments; nil where it has none.
  func bound(to values: [Argument]) -> Op? {
    arguments.contains(where: \.isSymbol) ? with(arguments: arguments.map { $0.value(in: values) }) : nil
  }
}

extension Node {
  /// The recipe with steps for their symbols.
  func bound(to steps: [Op]) -> Node {
    bound { op in if case .symbol(let symbol) = op { steps[symbol.index] } else { nil } }
  }

  /// The recipe with values for symbols and sources for placeholders.
  func bound(to values: [Argument], _ sources: [Source]) -> Node {
    bound { op in
      if case .source(let source) = op { return source.placeholderNumber.map { .source(sources[$0]) } }
      return op.bound(to: values)
    }
  }

  private func bound(_ change: (Op) -> Op?) -> Node {
    let order = Traversal(self)
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    for (place, node) in order.nodes.enumerated() {
      results.append(order.node(at: place, as: change(node.op), reading: results))
    }
    return results[results.count - 1]
  }
}
