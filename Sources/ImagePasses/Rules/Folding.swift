import ImageGraph

/// f(f(x, a), b)  =>  f(x, c), where the formula says what c is
///
/// Of formulas whose steps are linear with no clamp between: gains, matrices. What is folded does not depend on the
/// values, so a slider compiles nothing.
package let foldedFormula = RewriteRule("folded-formula") { node in
  guard case .formula(let formula, let second, .first) = node.op, let fold = formula.fold,
    case .formula(let inner, let first, .first) = node.inputs[0].op, inner.mangledName == formula.mangledName
  else { return nil }
  let arguments = Argument.derived("\(formula.mangledName) folded", from: first + second, formula.kinds) { values in
    let folded = fold(Array(values.prefix(first.count)), Array(values.dropFirst(first.count)))
    // Values beyond the range of floats would fold to something else than their steps give one by one.
    return folded.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
  }
  guard let arguments else { return nil }
  return Node(.formula(formula, arguments, .first), node.inputs[0].inputs)
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
