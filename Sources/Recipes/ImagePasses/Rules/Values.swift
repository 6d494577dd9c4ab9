import ImageGraph

/// f(x, y)  =>  x, where f's parameters or y's one colour leave x as it is
///
/// Each formula declares when; `Node.chosenInput` asks it. An exposure of 0, a blur's glow of no intensity, a mask that
/// is white all over, nothing over something. The extent stays the step's own. Only in recipes as they were built:
/// there a parameter at its identity gives the recipe of an app that leaves the filter out, while what folding makes of
/// several sliders could meet an identity by chance.
package let chosenInput = RewriteRule("chosen-input") { node in
  guard node.extent != .empty, let index = node.chosenInput else { return nil }
  return node.inputs[index].reaching(node.extent)
}

/// f(colour, colour)  =>  colour
///
/// Inputs of one colour make one colour: through formulas that take no position, and where there is no edge that would
/// be mixed with what is clear. Computed by the Swift twin. Whether this applies follows from where constants stand in
/// a recipe, never from their colours.
package let constantResult = RewriteRule("constant-result") { node in
  node.resultingColor.map { .generated(by: .constant, $0, extent: node.extent) }
}

/// same(x)  =>  x, where x reaches as far; crop(same(x), r)  =>  x with the extent of both
package let needlessExtent = RewriteRule("needless-extent") { node in
  if case .crop = node.op, case .formula(let formula, _, _) = node.inputs[0].op, formula.isSame {
    return node.inputs[0].inputs[0].reaching(node.extent)
  }
  guard case .formula(let formula, _, _) = node.op, formula.isSame else { return nil }
  return node.inputs[0].extent == node.extent ? node.inputs[0] : nil
}
