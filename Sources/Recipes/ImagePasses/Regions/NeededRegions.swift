import ImageGraph

/// The pixels of each node that are needed to compute `region` of the root: whole pixels, inside the node's extent.
///
/// A region is empty if the node is not read. Regions may be larger than needed, never smaller.
package struct NeededRegions: Sendable {
  /// The steps of the recipe.
  package let order: Traversal
  private var regions: [UserRect]
  private var readRegions: [UserRect]

  package subscript(node: Node) -> UserRect { order.index(of: node).map { regions[$0] } ?? .nothing }

  /// Returns the needed region of a step by its index.
  package subscript(step: Int) -> UserRect { regions[step] }

  /// Returns the region that the readers of a node read, including clear pixels outside of its extent: whole pixels,
  /// may be infinite.
  ///
  /// A program that computes the node for a reader need not mask pixels outside of this region.
  package func readRegion(of node: Node) -> UserRect { order.index(of: node).map { readRegions[$0] } ?? .nothing }

  /// Returns the read region of a step by its index.
  package func readRegion(at step: Int) -> UserRect { readRegions[step] }

  /// Computes the regions.
  ///
  /// - Parameter precomputed: nodes whose images exist, so that their inputs are not read.
  /// - Throws: `invalidArgument` if a step needs an infinite part of an input; `limit` if a part is too far from the
  ///   origin, see `Rect.farthest`.
  package init(of root: Node, for region: UserRect, precomputed: Set<ObjectIdentifier> = []) throws(RenderError) {
    order = Traversal(root)
    regions = [UserRect](repeating: .nothing, count: order.nodes.count)
    readRegions = regions
    regions[regions.count - 1] = root.extent.pixels(in: region)
    try regions[regions.count - 1].checkReach(of: "the rectangle to render")
    readRegions[readRegions.count - 1] = region
    for (step, node) in order.nodes.enumerated().reversed() where !precomputed.contains(ObjectIdentifier(node)) {
      let output = regions[step]
      if output.isEmpty { continue }
      for (index, input) in node.inputs.enumerated() {
        let needed = node.op.regionOfInterest(ofInput: index, for: output).pixels
        let inputStep = order.index(ofInput: index, of: step)
        readRegions[inputStep] = readRegions[inputStep].union(needed)
        let pixels = input.extent.pixels(in: needed)
        guard pixels.isEmpty || pixels.isFinite else {
          throw .invalidArgument(
            "the step \(node.op.name) needs all of an infinite image; crop the image, or pass a finite rectangle")
        }
        try pixels.checkReach(of: "the region that the step \(node.op.name) reads")
        regions[inputStep] = regions[inputStep].union(pixels)
      }
    }
  }
}
