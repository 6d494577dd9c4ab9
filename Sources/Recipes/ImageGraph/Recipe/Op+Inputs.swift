/// The inputs of a step: images, and arguments of its formula.
extension Op {
  /// The number of inputs of a node with this operation.
  package var inputCount: Int {
    switch self {
    case .empty, .source: 0
    case .formula(let formula, _, _): formula.inputCount
    case .region(let formula, _): formula.inputCount
    case .crop, .clamp, .affine, .warp, .histogram, .sampled, .matched, .intermediate: 1
    case .symbol(let symbol): symbol.representative.inputCount
    }
  }

  /// The arguments of its formula, in order. Empty if it has no formula.
  package var arguments: [Argument] {
    switch self {
    case .formula(_, let arguments, _), .warp(_, let arguments, _), .region(_, let arguments): arguments
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: []
    }
  }

  /// The code of an app's kernel. Nil for other steps.
  package var code: FormulaCode? {
    switch self {
    case .formula(let formula, _, _): formula.code
    case .warp(let formula, _, _): formula.code
    case .region(let formula, _): formula.code
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: nil
    }
  }

  /// The kinds of its arguments.
  package var argumentKinds: [Argument.Kind] {
    switch self {
    case .formula(let formula, _, _): formula.kinds
    case .warp(let formula, _, _): formula.kinds
    case .region(let formula, _): formula.kinds
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: []
    }
  }

  /// Returns the step with other arguments, of the same number and kinds. Steps without a formula stay unchanged.
  package func with(arguments: [Argument]) -> Op {
    switch self {
    case .formula(let formula, _, let extent): .formula(formula, arguments, extent)
    case .warp(let formula, _, let sampling): .warp(formula, arguments, sampling)
    case .region(let formula, _): .region(formula, arguments)
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: self
    }
  }
}
