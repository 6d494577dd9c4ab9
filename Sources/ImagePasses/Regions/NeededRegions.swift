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

  /// What the readers of a node look at, the clear pixels outside of its extent included; whole numbers, may be infinite.
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

  package static var nothing: UserRect { UserRect([0, 0], [0, 0]) }
}

extension Op {
  /// The part of input `index` that is read to make `output`, not yet cut to the input's extent.
  package func need(ofInput index: Int, for output: UserRect) -> UserRect {
    switch self {
    case .empty, .source: .nothing
    case .crop(let rect): output.intersection(rect.pixels)
    case .clamp(let rect): rect.pixels.nearestPart(to: output)
    case .affine(let map, let sampling): map.source(of: output, sampling)
    case .formula, .sampled, .matched, .intermediate, .symbol: output
    case .warp(let formula, let arguments, let sampling): formula.region(for: output, arguments).touched(sampling)
    case .region(let formula, let arguments): formula.region(ofInput: index, for: output, arguments)
    case .histogram(let rect, _): rect.pixels
    }
  }
}

extension AffineMap {
  fileprivate func source(of output: UserRect, _ sampling: Sampling) -> UserRect {
    if let step = integerTranslation { return output.offset(by: -step) }
    return inverse.map { $0.apply(output).touched(sampling) } ?? .nothing
  }
}

extension UserRect {
  /// The pixels that sampling inside these points can touch: half a pixel more on each side when it is bilinear, and a little
  /// for the rounding of positions to float.
  fileprivate func touched(_ sampling: Sampling) -> UserRect { outset(by: sampling == .nearest ? 0.01 : 0.51) }

  /// The pixels of this rectangle that are nearest to some pixel of `other`.
  package func nearestPart(to other: UserRect) -> UserRect {
    func limit(_ low: Double, _ high: Double, _ from: Double, _ to: Double) -> (Double, Double) {
      let first = Swift.min(Swift.max(low, from), to - 1)
      let last = Swift.min(Swift.max(high, from + 1), to)
      return (first, Swift.max(last, first + 1))
    }
    if isEmpty || other.isEmpty { return .nothing }
    let (x0, x1) = limit(other.min.x, other.max.x, min.x, max.x)
    let (y0, y1) = limit(other.min.y, other.max.y, min.y, max.y)
    return UserRect([x0, y0], [x1, y1])
  }
}
