import CoreImage
import ImageGraph

/// A layer as it was, and the time of what it was in.
struct SceneMoment {
  let layer: SceneLayer
  let time: Double

  /// The same with few transitions in one another: each is a recursion, and doubles what is drawn.
  var limited: SceneMoment { SceneMoment(layer: layer.limited(to: Self.mostGenerations), time: time) }

  private static let mostGenerations = 3
}

/// A layer on the way from how it was to how it is.
struct SceneTransition {
  enum Way {
    case fade
    case push
    case moveIn
    case reveal
    case filter(CIFilter)
  }

  let way: Way
  /// Where the new comes from, as one sees it: x to the right, y up.
  let side: SIMD2<Double>
  /// Nil: it was nothing.
  let before: SceneMoment?
  /// 0...1
  let progress: Double
}

extension SceneLayer {
  /// False for hidden layers, unless a transition shows how they were.
  var isSeen: Bool { !read(LayerProperties.isHidden) || transition != nil && !onlyMoves }

  /// Without transitions that lie deeper in one another: the layer is then what it becomes.
  fileprivate func limited(to most: Int) -> SceneLayer {
    guard generations > most else { return self }
    let kept = most > 0 ? transition : nil
    return SceneLayer(
      kind: kind, values: values, sublayers: sublayers.map { $0.limited(to: most) },
      mask: mask?.limited(to: most), images: images,
      copies: copies.map { $0.map { $0.limited(to: most) } },
      transition: kept.map { old in
        SceneTransition(
          way: old.way, side: old.side,
          before: old.before.map { SceneMoment(layer: $0.layer.limited(to: most - 1), time: $0.time) },
          progress: old.progress)
      })
  }
}
