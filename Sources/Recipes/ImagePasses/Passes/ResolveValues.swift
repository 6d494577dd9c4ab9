import ImageGraph

/// A pass that removes the steps that the values of parameters make redundant: steps that change nothing, inputs that
/// are not visible, and formulas of constants. Colour arguments are resolved to the working space for that.
///
/// It runs before all rewriting. The later passes depend only on the structure of its result, on maps and on extents.
/// So the recipe cache runs this pass for each render, and the others on symbols for values.
package let resolveValues = Pass("resolveValues") { root, options throws(RenderError) in
  try root.rewritten { node throws(RenderError) -> Node in
    let node = node.op.withResolvedColors(options).map { Node($0, node.inputs) } ?? node
    return node.rewritten(byAnyOf: valueRules)
  }
}
