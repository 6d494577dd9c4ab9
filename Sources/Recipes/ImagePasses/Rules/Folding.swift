import ImageGraph

/// f(f(x, a), b)  =>  f(x, c), if the formula declares c: gains, matrices between colour spaces
///
/// g(f(x))  =>  linear(x), if f and g are matrices on premultiplied colour
///
/// Values are not clamped between the steps, so the product is equal for every alpha. Which formulas fold does not
/// depend on values, so a slider compiles nothing.
package let foldedFormula = RewriteRule("folded-formula") { node in
  guard case .formula(let outer, let second, .first) = node.op,
    case .formula(let inner, let first, .first) = node.inputs[0].op
  else { return nil }
  // The closure that computes later values must not capture symbols: they reference their table, which retains the
  // closure.
  let count = first.count
  if inner === outer, let fold = outer.fold {
    let arguments = Argument.derived(.folded(outer), from: first + second, outer.kinds) { values in
      let product = fold(Array(values.prefix(count)), Array(values.dropFirst(count)))
      // If a folded value overflows a float, the steps one by one give another result.
      return product.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
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
    case .color(let v): v.value(in: .extendedLinearSRGB).isFinite
    case .float4(let v): v.x.isFinite && v.y.isFinite && v.z.isFinite && v.w.isFinite
    }
  }
}
