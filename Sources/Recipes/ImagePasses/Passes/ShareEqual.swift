import ImageGraph

/// A pass that merges equal nodes, so that common subtrees are computed once.
package let shareEqual = Pass("shareEqual") { root, _ throws(RenderError) in
  var nodes = Set<Node>()
  return try root.rewritten { node throws(RenderError) -> Node in nodes.insert(node).memberAfterInsert }
}
