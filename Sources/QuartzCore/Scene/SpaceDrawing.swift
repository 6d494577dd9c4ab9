import CoreGraphics
import Foundation
import ImageGraph
import LayerTime

/// Layers that share one space: all that is in layers which only move, at any depth of such layers.
///
/// They are drawn from the farthest to the nearest; those equally deep keep their order, and those that go through each
/// other are cut.
struct SpaceDrawing {
  let drawing: LayerDrawing
  let holder: LayerHolder

  private struct Member {
    let layer: SceneLayer
    let place: LayerPlace
    let quad: SpaceQuad
    /// Of its middle.
    let depth: Double
    let opacity: Double
    let time: Double
  }

  func drawn(_ root: SceneLayer, over background: Node) -> Node {
    let members = members(root, holder.placement, holder.opacity, holder.time)
      .orderedByDepth { CGFloat($0.depth) }
    return SpaceOrder(members.map(\.quad)).pieces.reduce(background) { image, piece in
      let member = members[piece.index]
      let drawn = drawing.drawn(
        member.layer, over: image, at: member.place, opacity: member.opacity, time: member.time)
      if piece.cuts.isEmpty { return drawn }
      let sides = piece.cuts.map(holder.plane.side)
      let mask = sides.dropFirst().reduce(sides[0]) { $0.times(alphaOf: $1) }
      return drawn.mixed(over: image, byAlphaOf: mask)
    }
  }

  private func members(_ layer: SceneLayer, _ outer: CATransform3D, _ opacity: Double, _ time: Double) -> [Member] {
    guard layer.isSeen else { return [] }
    let geometry = LayerGeometry(layer)
    let map = geometry.placement.followed(by: outer)
    guard layer.kind.onlyMoves else {
      guard let place = LayerPlace(layer, holder, map) else { return [] }
      let bounds = geometry.bounds
      let middle = map.applied(to: SIMD4(Double(bounds.midX), Double(bounds.midY), 0, 1))
      let depth = middle.w > 0 ? middle.z / middle.w : -.infinity
      let quad = SpaceQuad(bounds, map)
      return [Member(layer: layer, place: place, quad: quad, depth: depth, opacity: opacity, time: time)]
    }
    let own = opacity * min(max(Double(layer.read(LayerProperties.opacity)), 0), 1)
    let inner = geometry.sublayerPlacement.followed(by: map)
    return layer.sublayers.flatMap { members($0, inner, own, layer.ownTime(at: time)) }
  }
}
