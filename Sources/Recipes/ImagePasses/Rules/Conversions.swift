import ImageGraph

/// encode(decode(x))  =>  x, for the same curve
package let curveRoundTrip = RewriteRule("curve-round-trip") { node in
  undone(node, ColorConversions.sRGBFromLinear, after: ColorConversions.linearFromSRGB)
    ?? undone(node, ColorConversions.encodeCurve, after: ColorConversions.decodeCurve)
    ?? undone(node, ColorConversions.pqFromLinear, after: ColorConversions.linearFromPQ)
    ?? undone(node, ColorConversions.hlgFromLinear, after: ColorConversions.linearFromHLG)
}

/// table(table(x, t, to the connection space), t, back)  =>  x
///
/// As far as a profile turns its own tables round; what nothing was done to is then written as it was read.
package let tableRoundTrip = RewriteRule("table-round-trip") { node in
  guard case .region(let formula, let back) = node.op, formula === ColorConversions.table,
    case .region(let inner, let there) = node.inputs[0].op, inner === formula,
    node.inputs[1] == node.inputs[0].inputs[1], back[0] == there[0], back[1] == back[0], there[1] == .float(0)
  else { return nil }
  return node.inputs[0].inputs[0]
}

/// primaries(x, M)  =>  x, where M is the identity but for rounding
///
/// Such an M is what folding leaves of a conversion there and back. Matrices follow from colour spaces, never from a
/// slider, so none can come and go while one is moved.
package let identityPrimaries = RewriteRule("identity-primaries") { node in
  guard case .formula(let formula, let rows, _) = node.op, formula === ColorConversions.primaries else { return nil }
  let unit: [SIMD3<Float>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  let isIdentity = zip(rows, unit).allSatisfy { row, unit in
    let off = SIMD3<Float>(row) - unit
    return off.min() > -1e-6 && off.max() < 1e-6
  }
  return isIdentity ? node.inputs[0] : nil
}

/// primaries(x, M)  =>  x, where M takes the luminance (equal rows with the sum 1) and x is grey
///
/// So that a grey image that nothing was done to is written as it was read.
package let luminanceOfGrey = RewriteRule("luminance-of-grey") { node in
  guard case .formula(let formula, let rows, _) = node.op, formula === ColorConversions.primaries,
    rows[0] == rows[1], rows[1] == rows[2], abs(SIMD3<Float>(rows[0]).sum() - 1) < 1e-6
  else { return nil }
  return node.inputs[0].facts.pixels.contains(.grey) ? node.inputs[0] : nil
}

/// What was there before `first`, when the node is `second` of it with the same arguments.
func undone(_ node: Node, _ second: ColorFormula, after first: ColorFormula) -> Node? {
  guard case .formula(let outer, let outerArguments, _) = node.op, outer === second,
    case .formula(let inner, let innerArguments, _) = node.inputs[0].op, inner === first,
    outerArguments == innerArguments
  else { return nil }
  return node.inputs[0].inputs[0]
}
