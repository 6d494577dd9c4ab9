import ImageGraph

/// A pass that removes the steps that extents and geometry make redundant: steps that move or produce nothing, and
/// consecutive crops or maps that are one. It also moves crops to the sources, see `Node.withCropsMoved`.
///
/// It runs after `resolveValues` and before all other rewriting. The later passes depend only on the structure of its
/// result. So the recipe cache runs this pass for each render, and the others on symbols for rectangles, maps and
/// radii.
package let resolveGeometry = Pass("resolveGeometry") { root, options throws(RenderError) in
  guard root.kinds.contains(.geometric) else { return root }
  // Equal steps must be shared first, else they could be cropped differently.
  var node = root.kinds.contains(.joining) ? try shareEqual.run(root, options) : root
  for _ in 0..<maximumRounds {
    var moved = try node.rewritten(by: geometryRules)
    // Maps that become adjacent when colour steps are moved are multiplied.
    if node.kinds.contains(.affineOfAffine) { moved = try moved.withColorsMoved().rewritten(by: geometryRules) }
    if node.kinds.contains(.cutting) { moved = moved.withCropsMoved() }
    if moved == node { break }
    node = moved
  }
  return node
}
