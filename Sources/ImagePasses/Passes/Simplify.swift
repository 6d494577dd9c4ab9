import ImageGraph

/// A local change of a recipe: the node's replacement, or nil where the rule does not apply.
package struct RewriteRule: Sendable {
  package let name: String
  package let apply: @Sendable (Node) -> Node?

  package init(_ name: String, _ apply: @escaping @Sendable (Node) -> Node?) {
    (self.name, self.apply) = (name, apply)
  }
}

/// Applies the rules below, inputs first, until none fires.
package let simplify = Pass("simplify") { root, _ throws(RenderError) in
  try root.rewritten { node throws(RenderError) -> Node in
    var node = node
    var fired = true
    while fired {
      fired = false
      for rule in simplifyRules {
        if let next = rule.apply(node) {
          node = next
          fired = true
        }
      }
    }
    return node
  }
}

package let simplifyRules: [RewriteRule] = [
  emptyResult, samplingResolved, cropOfEverything, cropOfCrop, premultiplyRoundTrip, opaqueAlpha, curveRoundTrip, identityAffine,
]

/// A node with an empty extent  =>  empty
package let emptyResult = RewriteRule("empty-result") { node in
  if case .empty = node.op { return nil }
  return node.extent == .empty ? .empty : nil
}

/// sampled(x)  =>  x
///
/// Geometry took the mode when it was built, so the mark has nothing left to say.
package let samplingResolved = RewriteRule("sampling-resolved") { node in
  guard case .sampled = node.op else { return nil }
  return node.inputs[0]
}

/// crop(x, rect)  =>  x, where rect covers every pixel of x
package let cropOfEverything = RewriteRule("crop-of-everything") { node in
  guard case .crop = node.op, let all = node.inputs[0].extent.rect, node.extent == .finite(all) else { return nil }
  return node.inputs[0]
}

/// crop(crop(x, a), b)  =>  crop(x, a ∩ b)
package let cropOfCrop = RewriteRule("crop-of-crop") { node in
  guard case .crop(let outer) = node.op, case .crop(let inner) = node.inputs[0].op else { return nil }
  return node.inputs[0].inputs[0].cropped(to: outer.pixels.intersection(inner.pixels))
}

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
      switch node.op {
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

/// encode(decode(x))  =>  x, for the same curve
package let curveRoundTrip = RewriteRule("curve-round-trip") { node in
  undone(node, ColorConversions.sRGBFromLinear, after: ColorConversions.linearFromSRGB)
    ?? undone(node, ColorConversions.encodeCurve, after: ColorConversions.decodeCurve)
    ?? undone(node, ColorConversions.pqFromLinear, after: ColorConversions.linearFromPQ)
    ?? undone(node, ColorConversions.hlgFromLinear, after: ColorConversions.linearFromHLG)
}

/// affine(x, identity)  =>  x
package let identityAffine = RewriteRule("identity-affine") { node in
  guard case .affine(let map, _) = node.op, map.isIdentity else { return nil }
  return node.inputs[0]
}

/// What was there before `first`, when the node is `second` of it with the same arguments.
private func undone(_ node: Node, _ second: ColorFormula, after first: ColorFormula) -> Node? {
  guard case .formula(let outer, let outerArguments, _) = node.op, outer.name == second.name,
    case .formula(let inner, let innerArguments, _) = node.inputs[0].op, inner.name == first.name,
    outerArguments == innerArguments
  else { return nil }
  return node.inputs[0].inputs[0]
}
