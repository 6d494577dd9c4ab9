/// Kinds of steps that passes look for.
package struct StepKinds: OptionSet, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let affine = StepKinds(rawValue: 1)
  /// Maps, and maps somewhere below them.
  package static let affineOfAffine = StepKinds(rawValue: 16)
  /// Steps that read a part of their input whatever is asked of them.
  package static let cutting = StepKinds(rawValue: 2)
  /// Steps that do not reach as far as their first input.
  package static let placed = StepKinds(rawValue: 4)
  /// Steps of several inputs: only beneath those can a step have two readers, or an equal one beside it.
  package static let joining = StepKinds(rawValue: 8)
  /// Steps by an app's code on whole images.
  package static let processed = StepKinds(rawValue: 32)

  /// Of the step itself: a source, or what only moves the pixels of one.
  package static let stored = StepKinds(rawValue: 64)
  /// Steps that make means of pixels as a source stores them.
  package static let mixesStored = StepKinds(rawValue: 128)

  /// Of a step and all below it.
  package init(_ op: Op, _ inputs: [Node]) {
    self = inputs.reduce([]) { $0.union($1.kinds) }
    if case .source = op {
      insert(.stored)
    } else if contains(.stored), !(inputs[0].kinds.contains(.stored) && op.movesPixels) {
      remove(.stored)
    } else if contains(.stored), op.mixesPixels {
      insert(.mixesStored)
    }
    if case .affine = op, contains(.affine) { insert(.affineOfAffine) }
    switch op {
    case .crop, .clamp, .histogram: formUnion([.cutting, .placed])
    case .affine: formUnion([.affine, .placed])
    case .formula(_, _, .first), .source, .matched, .intermediate: break
    case .empty, .formula, .warp, .region, .sampled, .symbol: insert(.placed)
    }
    if case .region(let formula, _) = op, formula.processor != nil { insert(.processed) }
    if inputs.count > 1 { insert(.joining) }
  }
}
