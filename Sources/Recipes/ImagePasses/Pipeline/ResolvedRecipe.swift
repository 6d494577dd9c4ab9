import ImageGraph

/// A recipe whose numbers were looked at: what is left of it is the same for all numbers, and what is left to do
/// follows from its structure alone.
package struct ResolvedRecipe: Sendable {
  package let recipe: Node
  /// False where sources become light by `passes`.
  package let hasLight: Bool

  /// What is left to do. The cache of plans runs it on symbols, once for all recipes of a structure.
  package var passes: [Pass] {
    if hasLight { return [manageColor] + simplifyingPasses }
    return (recipe.kinds.contains(.placed) ? [decodeSources, manageColor] : [manageColorFromSources])
      + simplifyingPasses
  }

  /// Looks at the numbers of a recipe: those of parameters, of extents and of places.
  ///
  /// Where no step mixes what sources store, where they become light follows from structure; so the steps above them
  /// are not rebuilt for each value of a slider. But numbers can take out all that stands between a source and a step
  /// that mixes: what that step mixes is light all the same, so then light comes first.
  package init(_ root: Node, options: PassOptions, log: RenderLog = .silent) throws(RenderError) {
    guard root.kinds.contains(.placed) else {
      self.init(try optimized(root, by: [resolveValues], options: options, log: log), hasLight: false)
      return
    }
    if root.kinds.isDisjoint(with: [.mixesStored, .affineOfAffine]) {
      let settled = try optimized(root, by: settlingPasses, options: options, log: log.withoutTree)
      if !settled.kinds.contains(.mixesStored) {
        // Told only now, when it is known to be what happens.
        if log.tree != nil { _ = try optimized(root, by: settlingPasses, options: options, log: log) }
        self.init(settled, hasLight: false)
        return
      }
    }
    self.init(try optimized(root, by: settlingPassesWithLight, options: options, log: log), hasLight: true)
  }

  private init(_ recipe: Node, hasLight: Bool) { (self.recipe, self.hasLight) = (recipe, hasLight) }
}
