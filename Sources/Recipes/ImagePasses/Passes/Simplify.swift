import ImageGraph

/// A pass that applies `simplifyRules`, inputs first, until none applies.
package let simplify = Pass("simplify") { root, _ throws(RenderError) in try root.rewritten(by: simplifyRules) }
