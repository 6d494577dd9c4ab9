import ImageGraph

/// Takes out of a recipe what extents and places decide: steps that move nothing or make nothing, several crops or maps
/// where one does; and moves crops to the sources, see `Node.withCropsMoved`.
///
/// After the values and before all other rewriting: what the later passes do follows from the structure of its result.
/// So a cache of plans by structure asks this first, and all other passes with symbols in the place of rectangles, maps
/// and reaches.
package let resolvePlaces = Pass("resolvePlaces") { root, options throws(RenderError) in
  guard root.kinds.contains(.placed) else { return root }
  // Crops shall find one step where there are equal ones, lest they cut them differently.
  var node = root.kinds.contains(.joining) ? try shareEqual.run(root, options) : root
  for _ in 0..<mostRounds {
    var moved = try node.rewritten(by: placeRules)
    // Maps that meet when colours get out of their way become one.
    if node.kinds.contains(.affineOfAffine) { moved = try moved.withColorsMoved().rewritten(by: placeRules) }
    if node.kinds.contains(.cutting) { moved = moved.withCropsMoved() }
    if moved == node { break }
    node = moved
  }
  return node
}
