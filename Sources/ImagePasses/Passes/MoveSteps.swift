import ImageGraph

/// Moves crops to the sources, and steps that work pixel by pixel to where there are fewer pixels; see `Node.withCropsMoved` and
/// `Node.withColorsMoved` for what they keep.
package let moveSteps = Pass("moveSteps") { root, options throws(RenderError) in
  var node = root
  // What has arrived can meet its like and fold, or leave nothing of a branch: then less is read than before.
  for _ in 0..<mostRounds {
    let moved = node.withColorsMoved().withCropsMoved()
    if moved == node { break }
    node = try shareEqual.run(simplify.run(moved, options), options)
  }
  return node
}

/// Two or three are enough for any recipe that was seen; this many are for those that nobody has.
private let mostRounds = 16
