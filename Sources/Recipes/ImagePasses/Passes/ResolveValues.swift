import ImageGraph

/// Takes out of a recipe what the values of its parameters decide: steps that change nothing, inputs that do not show,
/// and constants that make constants. Colours become the working space's numbers for it.
///
/// Before all rewriting: what the later passes do follows from the structure of its result, from maps and from extents.
/// So a cache of plans by structure asks this first, and all other passes with symbols in the place of values.
package let resolveValues = Pass("resolveValues") { root, options throws(RenderError) in
  try root.rewritten { node throws(RenderError) -> Node in
    let node = node.op.withColorsAsNumbers(options).map { Node($0, node.inputs) } ?? node
    return node.rewritten(byAnyOf: valueRules)
  }
}
