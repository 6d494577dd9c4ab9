import ImageGraph

/// f(f(x, a), b)  =>  f(x, c), where the formula says what c is: gains, matrices between colour spaces
///
/// g(f(x))  =>  linear(x), where f and g are matrices on premultiplied colour
///
/// There is no clamp between, so the product does what both do, whatever alpha is. Which formulas fold does not depend
/// on values, so a slider compiles nothing.
package let foldedFormula = RewriteRule("folded-formula") { node in
  guard case .formula(let outer, let second, .first) = node.op,
    case .formula(let inner, let first, .first) = node.inputs[0].op
  else { return nil }
  // What computes later values keeps no symbols: they hold their table, which holds it.
  let count = first.count
  if inner === outer, let fold = outer.fold {
    let arguments = Argument.derived(.folded(outer), from: first + second, outer.kinds) { values in
      let folded = fold(Array(values.prefix(count)), Array(values.dropFirst(count)))
      // Values beyond the range of floats would fold to something else than their steps give one by one.
      return folded.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
    }
    return arguments.map { Node(.formula(outer, $0, .first), node.inputs[0].inputs) }
  }
  guard let before = inner.rows, let after = outer.rows else { return nil }
  let kinds = ColorFormula.linear.kinds
  let arguments = Argument.derived(.multiplied(inner, outer), from: first + second, kinds) { values in
    let (first, second) = (Array(values.prefix(count)), Array(values.dropFirst(count)))
    return before(first).followed(by: after(second))?.arguments
  }
  return arguments.map { Node(.formula(.linear, $0, .first), node.inputs[0].inputs) }
}

extension Argument {
  fileprivate var isFinite: Bool {
    switch self {
    case .int, .axis, .symbol: true
    case .float(let v): v.isFinite
    case .float2(let v): v.x.isFinite && v.y.isFinite
    case .float3(let v): v.x.isFinite && v.y.isFinite && v.z.isFinite
    case .color(let v): v.numbers(in: .extendedLinearSRGB).isFinite
    case .float4(let v): v.x.isFinite && v.y.isFinite && v.z.isFinite && v.w.isFinite
    }
  }
}
