/// What a step takes: images, and values for its formula.
extension Op {
  /// How many inputs a node of this kind has.
  package var inputCount: Int {
    switch self {
    case .empty, .source: 0
    case .formula(let formula, _, _): formula.inputCount
    case .region(let formula, _): formula.inputCount
    case .crop, .clamp, .affine, .warp, .histogram, .sampled, .matched, .intermediate: 1
    case .symbol(let symbol): symbol.like.inputCount
    }
  }

  /// What its formula is called with, in order; none where it has no formula.
  package var arguments: [Argument] {
    switch self {
    case .formula(_, let arguments, _), .warp(_, let arguments, _), .region(_, let arguments): arguments
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: []
    }
  }

  /// The code of an app's kernel; nil for other steps.
  package var code: FormulaCode? {
    switch self {
    case .formula(let formula, _, _): formula.code
    case .warp(let formula, _, _): formula.code
    case .region(let formula, _): formula.code
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: nil
    }
  }

  /// Of what kinds its arguments have to be.
  package var argumentKinds: [Argument.Kind] {
    switch self {
    case .formula(let formula, _, _): formula.kinds
    case .warp(let formula, _, _): formula.kinds
    case .region(let formula, _): formula.kinds
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: []
    }
  }

  /// The same step with other arguments, as many and of the same kinds; itself where it has no formula.
  package func with(arguments: [Argument]) -> Op {
    switch self {
    case .formula(let formula, _, let extent): .formula(formula, arguments, extent)
    case .warp(let formula, _, let sampling): .warp(formula, arguments, sampling)
    case .region(let formula, _): .region(formula, arguments)
    case .empty, .source, .crop, .clamp, .affine, .histogram, .sampled, .matched, .intermediate, .symbol: self
    }
  }
}
