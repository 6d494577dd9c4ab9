import ImageGraph

/// sampled(x)  =>  x
///
/// Geometry took its sampling from the mark when it was built, so the mark has no further effect.
package let samplingResolved = RewriteRule("sampling-resolved") { node in
  guard case .sampled = node.op else { return nil }
  return node.inputs[0]
}

/// affine(x, identity)  =>  x
package let identityAffine = RewriteRule("identity-affine") { node in
  guard case .affine(let map, _) = node.op, map.isIdentity else { return nil }
  return node.inputs[0]
}

/// affine(affine(x, a), b)  =>  affine(x, a · b), if a or b is a translation by whole pixels and the other one
/// interpolates
///
/// Two maps that resample stay two, as interpolating once gives other pixels. A translation next to a map with nearest
/// sampling stays as well: at the border between two pixels, different rounding could select the other one.
package let affineOfStep = RewriteRule("affine-of-step") { node in
  guard case .affine(let outer, let reading) = node.op, case .affine(let inner, let readingInner) = node.inputs[0].op
  else { return nil }
  let map = inner.followed(by: outer)
  let (first, second) = (inner.integerTranslation != nil, outer.integerTranslation != nil)
  guard first && (second || reading == .linear) || second && readingInner == .linear, map.inverse != nil else {
    return nil
  }
  return Node(.affine(map, .linear), node.inputs[0].inputs)
}
