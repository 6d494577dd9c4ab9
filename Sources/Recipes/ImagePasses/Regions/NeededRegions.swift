import ImageGraph

/// Which pixels of each node are needed to make `region` of the root; whole numbers, inside the node's extent.
///
/// Empty: nobody reads any. Every rule may ask for more than it needs, never for less.
package struct NeededRegions: Sendable {
  /// The recipe's steps.
  package let order: Traversal
  private var regions: [UserRect]
  private var asked: [UserRect]

  package subscript(node: Node) -> UserRect { order.place(of: node).map { regions[$0] } ?? .nothing }

  /// The same, by the step's place.
  package subscript(place: Int) -> UserRect { regions[place] }

  /// What the readers of a node look at, the clear pixels outside of its extent included; whole numbers, may be
  /// infinite.
  ///
  /// A program that computes the node for a reader need not mask what lies outside of this.
  package func asked(of node: Node) -> UserRect { order.place(of: node).map { asked[$0] } ?? .nothing }

  /// The same, by the step's place.
  package func asked(at place: Int) -> UserRect { asked[place] }

  /// - Throws: `invalidArgument` when a step needs an infinite part of an input; `limit` when a part lies too far away,
  ///   see `Rect.farthest`.
  /// - Parameter given: nodes whose images are there already, so that their inputs are not read for them.
  package init(of root: Node, for region: UserRect, given: Set<ObjectIdentifier> = []) throws(RenderError) {
    order = Traversal(root)
    regions = [UserRect](repeating: .nothing, count: order.nodes.count)
    asked = regions
    regions[regions.count - 1] = root.extent.pixels(in: region)
    try regions[regions.count - 1].checkReach(of: "the rectangle to render")
    asked[asked.count - 1] = region
    for (place, node) in order.nodes.enumerated().reversed() where !given.contains(ObjectIdentifier(node)) {
      let output = regions[place]
      if output.isEmpty { continue }
      for (index, input) in node.inputs.enumerated() {
        let needed = node.op.need(ofInput: index, for: output).pixels
        let inputPlace = order.place(ofInput: index, of: place)
        asked[inputPlace] = asked[inputPlace].union(needed)
        let pixels = input.extent.pixels(in: needed)
        guard pixels.isEmpty || pixels.isFinite else {
          throw .invalidArgument(
            "the step \(node.op.name) needs all of an infinite image; crop that, or give it a finite rectangle")
        }
        try pixels.checkReach(of: "what the step \(node.op.name) reads")
        regions[inputPlace] = regions[inputPlace].union(pixels)
      }
    }
  }
}
