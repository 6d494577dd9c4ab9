import ImageGraph

/// A local rewrite of a recipe: a function that returns the node's replacement, or nil if the rule does not apply.
package struct RewriteRule: Sendable {
  package let name: String
  package let apply: @Sendable (Node) -> Node?

  package init(_ name: String, _ apply: @escaping @Sendable (Node) -> Node?) {
    (self.name, self.apply) = (name, apply)
  }
}

extension Node {
  /// Returns the recipe after the rules are applied to every node, inputs first, until none applies.
  func rewritten(by rules: [RewriteRule]) throws(RenderError) -> Node {
    try rewritten { node throws(RenderError) -> Node in node.rewritten(byAnyOf: rules) }
  }

  /// Returns the node after the rules are applied until none applies.
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
