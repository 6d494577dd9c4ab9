import ImageGraph

/// Takes out of a recipe what the values of its parameters decide: steps that change nothing, inputs that do not show, and
/// constants that make constants. Colours become the working space's numbers for it.
///
/// Before all rewriting: what the later passes do follows from the structure of its result, from maps and from extents. So a
/// cache of plans by structure asks this first, and all other passes with symbols in the place of values.
package let resolveValues = Pass("resolveValues") { root, options throws(RenderError) in
  try root.rewritten { node throws(RenderError) -> Node in node.withColorsAsNumbers(options).rewritten(byAnyOf: valueRules) }
}

package let valueRules: [RewriteRule] = [emptyResult, chosenInput, constantResult]

extension Node {
  fileprivate func withColorsAsNumbers(_ options: PassOptions) -> Node {
    guard case .formula(let formula, let arguments, let extent) = op,
      arguments.contains(where: { if case .color = $0 { true } else { false } })
    else { return self }
    let numbers = arguments.map { argument in
      guard case .color(let color) = argument else { return argument }
      return color.numbers(in: options.managesColor ? options.workingSpace : nil)
    }
    return Node(.formula(formula, numbers, extent), inputs)
  }
}
