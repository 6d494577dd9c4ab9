import ImageGraph

/// f(x, y)  =>  x, if f's parameters, or a constant colour of y, leave x unchanged
///
/// Each formula declares this condition, which `Node.chosenInput` evaluates. Examples are an exposure of 0, a mask that
/// is white everywhere, and a clear image over another. The extent of the step is preserved. The rule applies only to
/// recipes as they were built, where a parameter at its identity gives the recipe of an app that omits the filter.
/// After folding, the values of several sliders could be an identity by coincidence.
package let chosenInput = RewriteRule("chosen-input") { node in
  guard node.extent != .empty, let index = node.chosenInput else { return nil }
  return node.inputs[index].withExtent(node.extent)
}

/// f(colour, colour)  =>  colour
///
/// Inputs of constant colour give a constant colour, if the formula takes no position and no edge is mixed with clear
/// pixels. The Swift twin computes it. Whether the rule applies depends on the constants' positions in a recipe, never
/// on their colours.
package let constantResult = RewriteRule("constant-result") { node in
  node.resultingColor.map { .generated(by: .constant, $0, extent: node.extent) }
}

/// same(x)  =>  x, if the extent of x is the same; crop(same(x), r)  =>  x with the intersection of both extents
package let needlessExtent = RewriteRule("needless-extent") { node in
  if case .crop = node.op, case .formula(let formula, _, _) = node.inputs[0].op, formula.isSame {
    return node.inputs[0].inputs[0].withExtent(node.extent)
  }
  guard case .formula(let formula, _, _) = node.op, formula.isSame else { return nil }
  return node.inputs[0].extent == node.extent ? node.inputs[0] : nil
}
