import ImageGraph

/// A recipe after the passes that depend on values. The remaining passes depend on its structure only.
package struct ResolvedRecipe: Sendable {
  package let recipe: Node
  /// Whether sources were decoded already. If false, `passes` decode them.
  package let isDecoded: Bool

  /// The remaining passes. The recipe cache runs them on symbols, once for all recipes of a structure.
  package var passes: [Pass] {
    if isDecoded { return [manageColor] + simplifyingPasses }
    return (recipe.kinds.contains(.geometric) ? [decodeSources, manageColor] : [manageColorFromSources])
      + simplifyingPasses
  }

  /// Runs the passes that depend on the values of parameters, extents and geometry.
  ///
  /// If no step interpolates stored values of sources, the positions of decoding follow from structure. `passes` then
  /// insert it, and the steps above are not rebuilt for each value of a slider. But values can remove all steps between
  /// a source and a step that interpolates. The input of that step is linear light, so sources are then decoded first.
  package init(_ root: Node, options: PassOptions, log: RenderLog = .silent) throws(RenderError) {
    guard root.kinds.contains(.geometric) else {
      self.init(try optimized(root, by: [resolveValues], options: options, log: log), isDecoded: false)
      return
    }
    if root.kinds.isDisjoint(with: [.mixesStored, .affineOfAffine]) {
      let resolved = try optimized(root, by: resolvingPasses, options: options, log: log.withoutTree)
      if !resolved.kinds.contains(.mixesStored) {
        // Logged only now, since the result of these passes is used.
        if log.tree != nil { _ = try optimized(root, by: resolvingPasses, options: options, log: log) }
        self.init(resolved, isDecoded: false)
        return
      }
    }
    self.init(try optimized(root, by: resolvingPassesWithDecoding, options: options, log: log), isDecoded: true)
  }

  private init(_ recipe: Node, isDecoded: Bool) { (self.recipe, self.isDecoded) = (recipe, isDecoded) }
}
