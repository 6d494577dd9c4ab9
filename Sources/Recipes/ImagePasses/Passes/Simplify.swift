import ImageGraph

/// Applies the rules of `simplifyRules`, inputs first, until none fires.
package let simplify = Pass("simplify") { root, _ throws(RenderError) in try root.rewritten(by: simplifyRules) }
