import ImageGraph

/// What turns a user's recipe into what it means. The reference runs its result node by node.
package let meaning: [Pass] = [
  resolveSampling,  // after this every reading is nearest or linear
  decodeSources,  // after this what a source stores is light, but below what only moves it
  manageColor,  // conversions are nodes like any other
]

/// What makes it cheap, in two parts: what looks at numbers, and what a cache of plans does once for all recipes of a
/// structure. Every pass keeps every pixel.
///
/// Where no step has a place, nothing moves pixels: then it follows from structure, too, where sources become light. So
/// a chain of colours is not rebuilt above its source for each value of a slider.
package func passes(for root: Node) -> (settling: [Pass], structure: [Pass]) {
  root.kinds.contains(.placed) ? (settlingPasses, structurePasses) : ([resolveValues], unplacedStructurePasses)
}

/// What looks at numbers: those of parameters, of extents and of places. What is left of a recipe is the same for all
/// numbers.
private let settlingPasses: [Pass] = [
  resolveSampling,
  decodeSources,
  resolveValues,  // identities and constants
  resolvePlaces,  // crops and maps, crops to the sources
]

/// What follows from structure alone. The cache of plans runs these on symbols, once for all recipes of a structure.
private let structurePasses = [manageColor] + simplifyingPasses

private let unplacedStructurePasses = [manageColorFromSources] + simplifyingPasses

private let simplifyingPasses: [Pass] = [
  simplify,  // pairs of conversions, matrices
  shareEqual,  // equal parts are one node, computed once
  moveColors,  // to where there are fewer pixels; steps with one reader are known now
  knownRanges,  // shorter forms of what is left
]

// After the pipeline, and no longer from recipe to recipe:
//   inferRegions   which pixels of every node are needed
//   chooseStored   which nodes become pictures
//   makeSchedule   programs and dispatches; here y-up becomes row-0-first, once

/// The recipe after all passes for it.
package func optimized(
  _ root: Node, options: PassOptions, log: RenderLog = .silent
) throws(RenderError) -> Node {
  let passes = passes(for: root)
  return try optimized(root, by: passes.settling + passes.structure, options: options, log: log)
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
