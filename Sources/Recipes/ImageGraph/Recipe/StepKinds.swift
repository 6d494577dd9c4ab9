/// The kinds of steps that passes search for.
package struct StepKinds: OptionSet, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let affine = StepKinds(rawValue: 1)
  /// Affine maps with an affine map below them.
  package static let affineOfAffine = StepKinds(rawValue: 16)
  /// Steps whose region of interest is limited, independent of the requested region.
  package static let cutting = StepKinds(rawValue: 2)
  /// Steps whose extent is not that of their first input, and marks for sampling: those that `resolveGeometry`
  /// examines.
  package static let geometric = StepKinds(rawValue: 4)
  /// Steps with several inputs. Only below them can a step have two readers, or an equal step.
  package static let joining = StepKinds(rawValue: 8)
  /// Steps by an app's code on whole images.
  package static let processors = StepKinds(rawValue: 32)

  /// A property of the step itself: a source, or a step that only moves the pixels of one.
  package static let stored = StepKinds(rawValue: 64)
  /// Steps that compute means of pixels as a source stores them.
  package static let mixesStored = StepKinds(rawValue: 128)

  /// Creates the kinds of a step and of all steps below it.
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
    case .crop, .clamp, .histogram: formUnion([.cutting, .geometric])
    case .affine: formUnion([.affine, .geometric])
    case .formula(_, _, .first), .source, .matched, .intermediate: break
    case .empty, .formula, .warp, .region, .sampled, .symbol: insert(.geometric)
    }
    if case .region(let formula, _) = op, formula.processor != nil { insert(.processors) }
    if inputs.count > 1 { insert(.joining) }
  }
}
