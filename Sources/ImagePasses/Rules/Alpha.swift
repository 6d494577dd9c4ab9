import ImageGraph

/// unpremultiply(premultiply(x))  =>  x
///
/// Only in this order: the other one is not the identity where alpha is 0. Colours hidden under alpha 0 survive, so that a
/// picture that nothing was done to is written as it was read.
package let premultiplyRoundTrip = RewriteRule("premultiply-round-trip") { node in
  undone(node, ColorConversions.unpremultiply, after: ColorConversions.premultiply)
}

/// premultiply(x), unpremultiply(x)  =>  x, where every pixel of x is opaque or clear
package let opaqueAlpha = RewriteRule("opaque-alpha") { node in
  guard case .formula(let formula, _, _) = node.op,
    formula.name == ColorConversions.premultiply.name || formula.name == ColorConversions.unpremultiply.name
  else { return nil }
  return node.inputs[0].isOpaqueOrClear ? node.inputs[0] : nil
}

extension Node {
  /// True when each pixel is known to be opaque or transparent black.
  fileprivate var isOpaqueOrClear: Bool {
    var node = self
    while true {
      switch node.op.like {
      case .source(let source): return source.alpha == .opaque
      case .formula(let formula, _, _) where formula.keepsAlpha && formula.keepsClear: node = node.inputs[0]
      case .crop, .clamp, .sampled, .intermediate: node = node.inputs[0]
      case .affine(let map, let sampling) where sampling == .nearest || map.integerTranslation != nil:
        node = node.inputs[0]
      default: return false
      }
    }
  }
}
