import ImageGraph

extension Op {
  /// Returns the step with its symbols replaced by values. Returns nil if it has no symbols.
  func bound(to values: [Argument]) -> Op? {
    arguments.contains(where: \.isSymbol) ? with(arguments: arguments.map { $0.value(in: values) }) : nil
  }
}

extension Node {
  /// Returns the recipe with its step symbols replaced by steps.
  func bound(to steps: [Op]) -> Node {
    bound { op in if case .symbol(let symbol) = op { steps[symbol.index] } else { nil } }
  }

  /// Returns the recipe with values for symbols and sources for placeholders.
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
    for (step, node) in order.nodes.enumerated() {
      results.append(order.node(at: step, as: change(node.op), reading: results))
    }
    return results[results.count - 1]
  }
}
