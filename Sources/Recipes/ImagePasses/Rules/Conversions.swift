import ImageGraph

/// encode(decode(x))  =>  x, for the same transfer function
package let curveRoundTrip = RewriteRule("curve-round-trip") { node in
  undone(node, ColorConversions.sRGBFromLinear, after: ColorConversions.linearFromSRGB)
    ?? undone(node, ColorConversions.encodeParametric, after: ColorConversions.decodeParametric)
    ?? undone(node, ColorConversions.pqFromLinear, after: ColorConversions.linearFromPQ)
    ?? undone(node, ColorConversions.hlgFromLinear, after: ColorConversions.linearFromHLG)
}

/// table(table(x, t, to the connection space), t, inverse)  =>  x
///
/// Assumes that the tables of a profile are inverse to each other. An unchanged image is then written as it was read.
package let tableRoundTrip = RewriteRule("table-round-trip") { node in
  guard case .region(let formula, let back) = node.op, formula === ColorConversions.table,
    case .region(let inner, let there) = node.inputs[0].op, inner === formula,
    node.inputs[1] == node.inputs[0].inputs[1], back[0] == there[0], back[1] == back[0], there[1] == .float(0)
  else { return nil }
  return node.inputs[0].inputs[0]
}

/// primaries(x, M)  =>  x, if M is the identity within rounding
///
/// Folding a conversion with its inverse gives such an M. Matrices depend on colour spaces only, so moving a slider
/// does not change whether the rule applies.
package let identityPrimaries = RewriteRule("identity-primaries") { node in
  guard case .formula(let formula, let rows, _) = node.op, formula === ColorConversions.primaries else { return nil }
  let unit: [SIMD3<Float>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  let isIdentity = zip(rows, unit).allSatisfy { row, unit in
    let off = SIMD3<Float>(row) - unit
    return off.min() > -1e-6 && off.max() < 1e-6
  }
  return isIdentity ? node.inputs[0] : nil
}

/// primaries(x, M)  =>  x, if M computes the luminance (equal rows with the sum 1) and x is grey
///
/// So an unchanged grey image is written as it was read.
package let luminanceOfGrey = RewriteRule("luminance-of-grey") { node in
  guard case .formula(let formula, let rows, _) = node.op, formula === ColorConversions.primaries,
    rows[0] == rows[1], rows[1] == rows[2], abs(SIMD3<Float>(rows[0]).sum() - 1) < 1e-6
  else { return nil }
  return node.inputs[0].facts.pixels.contains(.grey) ? node.inputs[0] : nil
}

/// Returns the input of `first`, if the node is `second` of `first` with the same arguments.
func undone(_ node: Node, _ second: ColorFormula, after first: ColorFormula) -> Node? {
  guard case .formula(let outer, let outerArguments, _) = node.op, outer === second,
    case .formula(let inner, let innerArguments, _) = node.inputs[0].op, inner === first,
    outerArguments == innerArguments
  else { return nil }
  return node.inputs[0].inputs[0]
}
