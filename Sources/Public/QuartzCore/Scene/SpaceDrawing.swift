import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// Layers that share one space: all that is in layers which only move, at any depth of such layers, and in each copy.
///
/// They are drawn from the farthest to the nearest; those equally deep keep their order, and those that go through each
/// other are cut.
struct SpaceDrawing {
  let drawing: LayerDrawing
  let holder: LayerHolder

  private struct Member {
    let layer: SceneLayer
    let place: LayerPlacement
    let quad: SpaceQuad
    /// Of its middle.
    let depth: Double
    let opacity: Double
    let time: Double
    /// Of the copies that it is in.
    let tint: SIMD4<Double>
  }

  /// What is around some layers of the space.
  private struct Around {
    /// From where they are placed to the holder's space.
    var map: CATransform3D
    var opacity: Double
    var time: Double
    var tint = SIMD4<Double>(1, 1, 1, 1)
  }

  func drawn(_ root: SceneLayer, over background: Node) -> Node {
    let around = Around(map: holder.placement, opacity: holder.opacity, time: holder.time)
    let members = members(root, around)
      .orderedByDepth { CGFloat($0.depth) }
    return SpaceOrder(members.map(\.quad)).pieces.reduce(background) { image, piece in
      let member = members[piece.index]
      let drawn = self.drawn(member, over: image)
      if piece.cuts.isEmpty { return drawn }
      let sides = piece.cuts.map(holder.plane.side)
      let mask = sides.dropFirst().reduce(sides[0]) { $0.times(alphaOf: $1) }
      return drawn.mixed(over: image, byAlphaOf: mask)
    }
  }

  private func drawn(_ member: Member, over background: Node) -> Node {
    drawing.tinted(member.tint, over: background) { image in
      drawing.drawn(member.layer, over: image, at: member.place, opacity: member.opacity, time: member.time)
    }
  }

  private func members(_ layer: SceneLayer, _ around: Around) -> [Member] {
    guard layer.isSeen else { return [] }
    let geometry = LayerGeometry(layer)
    let map = geometry.placement.followed(by: around.map)
    guard layer.onlyMoves else {
      guard let place = LayerPlacement(layer, holder, map) else { return [] }
      let bounds = geometry.bounds
      let middle = map.applied(to: SIMD4(Double(bounds.midX), Double(bounds.midY), 0, 1))
      let depth = middle.w > 0 ? middle.z / middle.w : -.infinity
      let quad = SpaceQuad(bounds, map)
      return [
        Member(
          layer: layer, place: place, quad: quad, depth: depth, opacity: around.opacity, time: around.time,
          tint: around.tint)
      ]
    }
    let inner = geometry.sublayerPlacement.followed(by: map)
    return layer.kind.copies(layer).flatMap { copy in
      let inside = Around(
        map: copy.map.followed(by: inner),
        opacity: around.opacity * min(max(Double(layer.read(LayerProperties.opacity)), 0), 1),
        time: layer.ownTime(at: around.time) - copy.delay, tint: around.tint * copy.tint)
      return copy.sublayers.flatMap { members($0, inside) }
    }
  }
}
