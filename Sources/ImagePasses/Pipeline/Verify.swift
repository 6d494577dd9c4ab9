import ImageGraph

/// Checks what every recipe must hold, whoever built it.
///
/// - Throws: `invalidArgument` naming the pass and the node; seeing one is a mistake in that pass.
package func verify(_ root: Node, after stage: String) throws(RenderError) {
  for node in root.topological {
    guard let expected = node.op.inputCount else { continue }
    guard node.inputs.count == expected else {
      throw .invalidArgument("after \(stage): \(node.op) has \(node.inputs.count) inputs, needs \(expected)")
    }
    if case .affine(let map, _) = node.op, map.inverse == nil {
      throw .invalidArgument("after \(stage): \(node.op) cannot be inverted")
    }
    let kinds: ([Argument.Kind], [Argument])? =
      switch node.op {
      case .formula(let formula, let arguments, _): (formula.kinds, arguments)
      case .warp(let formula, let arguments, _): (formula.kinds, arguments)
      case .region(let formula, let arguments): (formula.kinds, arguments)
      default: nil
      }
    if let (kinds, arguments) = kinds, kinds != arguments.map(\.kind) {
      throw .invalidArgument("after \(stage): \(node.op) does not fit its formula's arguments")
    }
  }
}

extension Op {
  /// How many inputs a node of this kind has.
  package var inputCount: Int? {
    switch self {
    case .empty, .source: 0
    case .formula(let formula, _, _): formula.inputCount
    case .region(let formula, _): formula.inputCount
    case .crop, .clamp, .affine, .warp, .histogram, .sampled, .matched, .intermediate: 1
    case .symbol(let symbol): symbol.like.inputCount
    }
  }
}
