import ImageGraph

/// A local change of a recipe: the node's replacement, or nil where the rule does not apply.
package struct RewriteRule: Sendable {
  package let name: String
  package let apply: @Sendable (Node) -> Node?

  package init(_ name: String, _ apply: @escaping @Sendable (Node) -> Node?) {
    (self.name, self.apply) = (name, apply)
  }
}

extension Node {
  /// The recipe with every node offered to the rules, inputs first, until none fires.
  func rewritten(by rules: [RewriteRule]) throws(RenderError) -> Node {
    try rewritten { node throws(RenderError) -> Node in node.rewritten(byAnyOf: rules) }
  }

  /// The node after as many rules as fire.
  func rewritten(byAnyOf rules: [RewriteRule]) -> Node {
    var node = self
    var fired = true
    while fired {
      fired = false
      for rule in rules {
        if let next = rule.apply(node) {
          node = next
          fired = true
        }
      }
    }
    return node
  }
}
