import ImageGraph

/// A local change of a recipe: the node's replacement, or nil where the rule does not apply.
package struct RewriteRule: Sendable {
  package let name: String
  package let apply: @Sendable (Node) -> Node?

  package init(_ name: String, _ apply: @escaping @Sendable (Node) -> Node?) {
    (self.name, self.apply) = (name, apply)
  }
}

/// Applies the rules of `simplifyRules`, inputs first, until none fires.
package let simplify = Pass("simplify") { root, _ throws(RenderError) in
  try root.rewritten { node throws(RenderError) -> Node in
    var node = node
    var fired = true
    while fired {
      fired = false
      for rule in simplifyRules {
        if let next = rule.apply(node) {
          node = next
          fired = true
        }
      }
    }
    return node
  }
}

/// In the order in which a node is offered to them; grouped by topic in the folder Rules.
package let simplifyRules: [RewriteRule] = [
  emptyResult, samplingResolved, cropOfEverything, cropOfCrop, premultiplyRoundTrip, opaqueAlpha, curveRoundTrip,
  tableRoundTrip, identityAffine, affineOfStep, foldedFormula, identityPrimaries, luminanceOfGrey,
]
