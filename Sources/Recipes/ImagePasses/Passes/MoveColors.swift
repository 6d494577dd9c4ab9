import ImageGraph

/// Moves steps that work pixel by pixel to where there are fewer pixels; see `Node.withColorsMoved` for what that
/// keeps.
package let moveColors = Pass("moveColors") { root, options throws(RenderError) in
  var node = root
  // What has arrived can meet its like and fold.
  for _ in 0..<mostRounds {
    let moved = node.withColorsMoved()
    if moved == node { break }
    node = try shareEqual.run(simplify.run(moved, options), options)
  }
  return node
}
