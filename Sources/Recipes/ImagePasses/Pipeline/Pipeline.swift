import ImageGraph

/// What turns a user's recipe into what it means. The reference runs its result node by node.
package let meaning: [Pass] = [
  resolveSampling,  // after this every reading is nearest or linear
  decodeSources,  // after this what a source stores is light, but below what only moves it
  manageColor,  // conversions are nodes like any other
]

// What makes it cheap comes in two parts: what looks at numbers, and what a cache of plans does once for all recipes of
// a structure; see `ResolvedRecipe`. Every pass keeps every pixel.

/// What looks at numbers: those of parameters, of extents and of places. What is left of a recipe is the same for all
/// numbers.
let settlingPasses: [Pass] = [
  resolveSampling,
  resolveValues,  // identities and constants
  resolvePlaces,  // crops and maps, crops to the sources
]

/// The same for recipes that mix what sources store, which becomes light above that.
let settlingPassesWithLight: [Pass] = [resolveSampling, decodeSources, resolveValues, resolvePlaces]

/// What follows from structure alone, where all sources are light.
let simplifyingPasses: [Pass] = [
  simplify,  // pairs of conversions, matrices
  shareEqual,  // equal parts are one node, computed once
  moveColors,  // to where there are fewer pixels; steps with one reader are known now
  knownRanges,  // shorter forms of what is left
]

// After the pipeline, and no longer from recipe to recipe:
//   inferRegions   which pixels of every node are needed
//   chooseStored   which nodes become images
//   makeSchedule   programs and dispatches; here y-up becomes row-0-first, once

/// The recipe after all passes for it.
package func optimized(
  _ root: Node, options: PassOptions, log: RenderLog = .silent
) throws(RenderError) -> Node {
  let settled = try ResolvedRecipe(root, options: options, log: log)
  return try optimized(settled.recipe, by: settled.passes, options: options, log: log)
}

/// Runs `passes` in order; after each, checks the graph and offers it to the dump.
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
