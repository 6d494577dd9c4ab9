import ImageGraph

/// Which pixels of each node are needed to make `region` of the root; whole numbers, inside the node's extent.
///
/// Empty: nobody reads any. Every rule may ask for more than it needs, never for less.
package struct NeededRegions: Sendable {
  /// The recipe's steps.
  package let order: Traversal
  private var regions: [UserRect]
  private var asked: [UserRect]

  /// Beyond this many pixels a float no longer tells one from the next, and sizes leave the integers of a device.
  private static let farthest = 1 << 30

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

  /// - Throws: `invalidArgument` when a step needs an infinite part of an input; `limit` when a part lies too far away.
  /// - Parameter given: nodes whose pictures are there already, so that their inputs are not read for them.
  package init(of root: Node, for region: UserRect, given: Set<ObjectIdentifier> = []) throws(RenderError) {
    order = Traversal(root)
    regions = [UserRect](repeating: .nothing, count: order.nodes.count)
    asked = regions
    regions[regions.count - 1] = root.extent.pixels(in: region)
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
            "\(node.op) needs all of an infinite image; crop its input first, or give it a finite rectangle")
        }
        guard pixels.isEmpty || pixels.reach <= Self.farthest else {
          throw .limit(
            "\(node.op) needs pixels too far from the origin, in pixels", asked: UInt64(clamping: pixels.reach),
            allowed: UInt64(Self.farthest))
        }
        regions[inputPlace] = regions[inputPlace].union(pixels)
      }
    }
  }
}

extension UserRect {
  /// The greatest distance of a corner from the origin along an axis; `Int.max` when that is no Int.
  fileprivate var reach: Int {
    let farthest = Swift.max(abs(min.x), abs(min.y), abs(max.x), abs(max.y))
    return Int(exactly: farthest.rounded(.up)) ?? .max
  }
}
