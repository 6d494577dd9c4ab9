import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// The drawing of layers that share one 3D space: the content of transform layers, nested at any depth, and of each
/// copy.
///
/// They are drawn from the farthest to the nearest; the order of equal depth is stable. Intersecting layers are split.
struct SpaceDrawing {
  let drawing: LayerDrawing
  let container: LayerContainer

  private struct Member {
    let layer: SceneLayer
    let placement: LayerPlacement
    let quad: SpaceQuad
    /// The depth of its centre.
    let depth: Double
    let opacity: Double
    let time: Double
    /// The tint of the copies that contain it.
    let tint: SIMD4<Double>
  }

  /// The accumulated state of the enclosing layers.
  private struct State {
    /// The transform to the container's space.
    var map: CATransform3D
    var opacity: Double
    var time: Double
    var tint = SIMD4<Double>(1, 1, 1, 1)
  }

  func drawn(_ root: SceneLayer, over background: Node) -> Node {
    let state = State(map: container.placement, opacity: container.opacity, time: container.time)
    let members = members(root, state)
      .orderedByDepth { CGFloat($0.depth) }
    return SpaceOrder(members.map(\.quad)).pieces.reduce(background) { image, piece in
      let member = members[piece.index]
      let drawn = self.drawn(member, over: image)
      if piece.lines.isEmpty { return drawn }
      let sides = piece.lines.map(container.plane.side)
      let mask = sides.dropFirst().reduce(sides[0]) { $0.times(alphaOf: $1) }
      return drawn.mixed(over: image, byAlphaOf: mask)
    }
  }

  private func drawn(_ member: Member, over background: Node) -> Node {
    drawing.tinted(member.tint, over: background) { image in
      drawing.drawn(member.layer, over: image, at: member.placement, opacity: member.opacity, time: member.time)
    }
  }

  private func members(_ layer: SceneLayer, _ state: State) -> [Member] {
    guard layer.isVisible else { return [] }
    let geometry = LayerGeometry(layer)
    let map = geometry.placement.followed(by: state.map)
    guard layer.isTransformOnly else {
      guard let placement = LayerPlacement(layer, container, map) else { return [] }
      let bounds = geometry.bounds
      let middle = map.applied(to: SIMD4(Double(bounds.midX), Double(bounds.midY), 0, 1))
      let depth = middle.w > 0 ? middle.z / middle.w : -.infinity
      let quad = SpaceQuad(bounds, map)
      return [
        Member(
          layer: layer, placement: placement, quad: quad, depth: depth, opacity: state.opacity, time: state.time,
          tint: state.tint)
      ]
    }
    let inner = geometry.sublayerPlacement.followed(by: map)
    return layer.kind.copies(layer).flatMap { copy in
      let inside = State(
        map: copy.map.followed(by: inner),
        opacity: state.opacity * min(max(Double(layer.read(LayerProperties.opacity)), 0), 1),
        time: layer.localTime(at: state.time) - copy.delay, tint: state.tint * copy.tint)
      return copy.sublayers.flatMap { members($0, inside) }
    }
  }
}
