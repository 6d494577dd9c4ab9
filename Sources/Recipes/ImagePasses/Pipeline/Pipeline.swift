import ImageGraph

/// The passes that define the result of a user's recipe. The reference runs their result node by node.
package let referencePasses: [Pass] = [
  resolveSampling,  // afterwards sampling is nearest or linear
  decodeSources,  // afterwards sources are linear light, except below steps that only move their pixels
  manageColor,  // afterwards conversions are ordinary nodes
]

// The optimising passes are in two lists. The first depends on values; the recipe cache runs the second once for all
// recipes of a structure. See `ResolvedRecipe`. Every pass preserves all pixels.

/// The passes that depend on the values of parameters, extents and geometry. Their result has a structure that is
/// independent of them.
let resolvingPasses: [Pass] = [
  resolveSampling,
  resolveValues,  // identities and constants
  resolveGeometry,  // crops and maps; moves crops to the sources
]

/// `resolvingPasses` with `decodeSources`, for recipes that interpolate stored values of sources.
let resolvingPassesWithDecoding: [Pass] = [resolveSampling, decodeSources, resolveValues, resolveGeometry]

/// The passes that depend on structure only, after sources are decoded.
let simplifyingPasses: [Pass] = [
  simplify,  // pairs of conversions, matrices
  shareEqual,  // equal subtrees become one node
  moveColors,  // to fewer pixels; requires shared nodes, as only steps with one reader are moved
  knownRanges,  // cheaper forms of the remaining steps
]

// After the pipeline, no longer from recipe to recipe:
//   NeededRegions   the pixels of every node that are needed
//   StoredNodes     the nodes that become images
//   ScheduleModel   programs and dispatches; the only conversion from y-up to row-0-first

/// Returns the recipe after all passes.
package func optimized(
  _ root: Node, options: PassOptions, log: RenderLog = .silent
) throws(RenderError) -> Node {
  let resolved = try ResolvedRecipe(root, options: options, log: log)
  return try optimized(resolved.recipe, by: resolved.passes, options: options, log: log)
}

/// Runs `passes` in order. After each, verifies the recipe and records it in the log.
package func optimized(
  _ root: Node, by passes: [Pass], options: PassOptions, log: RenderLog = .silent
) throws(RenderError) -> Node {
  var node = root
  for pass in passes {
    let next = try pass.run(node, options)
    log.record(stage: pass.name, changed: next !== node) { next.description }
    if log.verifies { verify(next, after: pass.name) }
    node = next
  }
  return node
}
