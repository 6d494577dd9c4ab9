import ImageGraph

/// unpremultiply(premultiply(x))  =>  x
///
/// The inverse order is not the identity where alpha is 0. Colours under alpha 0 are preserved, so that an unchanged
/// image is written as it was read.
package let premultiplyRoundTrip = RewriteRule("premultiply-round-trip") { node in
  undone(node, ColorConversions.unpremultiply, after: ColorConversions.premultiply)
}

/// premultiply(x), unpremultiply(x)  =>  x, if every pixel of x is opaque or clear
package let opaqueAlpha = RewriteRule("opaque-alpha") { node in
  guard case .formula(let formula, _, _) = node.op,
    formula === ColorConversions.premultiply || formula === ColorConversions.unpremultiply
  else { return nil }
  return node.inputs[0].facts.pixels.contains(.opaqueOrClear) ? node.inputs[0] : nil
}

/// excessAlpha(x)  =>  x, if no alpha is above 1
package let alphaInRange = RewriteRule("alpha-in-range") { node in
  guard case .formula(let formula, _, _) = node.op, formula === ColorConversions.excessAlpha else { return nil }
  let pixels = node.inputs[0].facts.pixels
  return pixels.contains(.opaqueOrClear) || pixels.contains(.unit) ? node.inputs[0] : nil
}
