import ImageGraph

/// A pass that moves steps that work pixel by pixel to where there are fewer pixels. See `Node.withColorsMoved` for the
/// conditions.
package let moveColors = Pass("moveColors") { root, options throws(RenderError) in
  var node = root
  // Moved steps can become adjacent to equal ones and be folded.
  for _ in 0..<maximumRounds {
    let moved = node.withColorsMoved()
    if moved == node { break }
    node = try shareEqual.run(simplify.run(moved, options), options)
  }
  return node
}
