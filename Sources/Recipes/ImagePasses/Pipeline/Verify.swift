import ImageGraph

/// Ends the process if a recipe violates an invariant. That is a defect of the named pass, never of the caller.
///
/// Checks the number of inputs and the kinds of arguments of each step, and that maps have an inverse. The extent,
/// kinds and facts of a node must follow from its inputs.
package func verify(_ root: Node, after stage: String) {
  // `fatalError` instead of `precondition`, as only its text is printed in release builds.
  func fail(_ node: Node, _ problem: String) -> Never { fatalError("after \(stage): \(node.op) \(problem)") }
  for node in root.topological {
    let (op, inputs) = (node.op, node.inputs)
    if inputs.count != op.inputCount { fail(node, "has \(inputs.count) inputs, needs \(op.inputCount)") }
    if case .affine(let map, _) = op, map.inverse == nil { fail(node, "has no inverse") }
    if op.arguments.map(\.kind) != op.argumentKinds { fail(node, "has arguments of other kinds than its formula") }
    let extent = Node.extent(of: op, inputs.map(\.extent))
    if node.extent != extent { fail(node, "has the extent \(node.extent) instead of \(extent)") }
    if node.kinds != StepKinds(op, inputs) { fail(node, "has kinds that do not follow from its inputs") }
    if node.facts != NodeFacts(of: op, inputs) { fail(node, "has facts that do not follow from its inputs") }
  }
}
