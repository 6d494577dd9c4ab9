import CoreImage
import ImageGraph

/// The appearance of a layer at a time, with its parent time.
struct SceneMoment {
  let layer: SceneLayer
  let time: Double

  /// The moment with a limited depth of nested transitions: each is a recursion, and doubles the drawing.
  var limited: SceneMoment { SceneMoment(layer: layer.limited(to: Self.maximumGenerations), time: time) }

  private static let maximumGenerations = 3
}

/// A transition in progress from a layer's previous appearance to its current one.
struct SceneTransition {
  enum Kind {
    case fade
    case push
    case moveIn
    case reveal
    case filter(CIFilter)
  }

  let kind: Kind
  /// The direction that the new content comes from, as displayed: x to the right, y up.
  let side: SIMD2<Double>
  /// The previous appearance; nil for none.
  let previous: SceneMoment?
  /// 0...1
  let progress: Double
}

extension SceneLayer {
  /// False for hidden layers, unless a transition shows their previous appearance.
  var isVisible: Bool { !read(LayerProperties.isHidden) || transition != nil && !isTransformOnly }

  /// Returns the layer without transitions nested deeper than `most`; it then has its final appearance.
  fileprivate func limited(to maximum: Int) -> SceneLayer {
    guard generations > maximum else { return self }
    let retained = maximum > 0 ? transition : nil
    return SceneLayer(
      kind: kind, values: values, sublayers: sublayers.map { $0.limited(to: maximum) },
      mask: mask?.limited(to: maximum), images: images,
      copies: copies.map { $0.map { $0.limited(to: maximum) } },
      transition: retained.map { old in
        SceneTransition(
          kind: old.kind, side: old.side,
          previous: old.previous.map { SceneMoment(layer: $0.layer.limited(to: maximum - 1), time: $0.time) },
          progress: old.progress)
      })
  }
}
