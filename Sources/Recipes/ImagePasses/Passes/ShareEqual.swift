import ImageGraph

/// Makes one node of equal ones, so that what two parts of a recipe have in common is computed once.
package let shareEqual = Pass("shareEqual") { root, _ throws(RenderError) in
  var known = Set<Node>()
  return try root.rewritten { node throws(RenderError) -> Node in known.insert(node).memberAfterInsert }
}
