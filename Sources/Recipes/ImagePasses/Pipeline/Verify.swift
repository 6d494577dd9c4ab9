import ImageGraph

/// Stops the process where a recipe does not hold what every recipe must: a mistake of the pass that is named, never of
/// whoever asked for an image.
///
/// It looks at how many inputs and which arguments a step has, at maps, which need an inverse, and at what steps say of
/// themselves: extent, kinds and facts have to be those that follow from their inputs.
package func verify(_ root: Node, after stage: String) {
  // `fatalError` and not `precondition`: only it says why in release builds, and saying why is all that this is for.
  func fail(_ node: Node, _ problem: String) -> Never { fatalError("after \(stage): \(node.op) \(problem)") }
  for node in root.topological {
    let (op, inputs) = (node.op, node.inputs)
    if inputs.count != op.inputCount { fail(node, "has \(inputs.count) inputs, needs \(op.inputCount)") }
    if case .affine(let map, _) = op, map.inverse == nil { fail(node, "cannot be inverted") }
    if op.arguments.map(\.kind) != op.argumentKinds { fail(node, "does not fit its formula's arguments") }
    let extent = Node.extent(of: op, inputs.map(\.extent))
    if node.extent != extent { fail(node, "says that it reaches \(node.extent), and reaches \(extent)") }
    if node.kinds != StepKinds(op, inputs) { fail(node, "does not know of what kinds the steps below it are") }
    if node.facts != NodeFacts(of: op, inputs) { fail(node, "has facts that its inputs do not give") }
  }
}
