import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// A layer as it was at one moment, with all that is in it: values, which nobody changes any more.
///
/// Unchecked: values are immutable, and filters among them are the scene's own copies, which are copied again before
/// anything is set.
final class SceneLayer: LayerReading, @unchecked Sendable {
  /// What the layer's class draws beside box, contents and sublayers.
  let kind: any LayerKind.Type
  /// All that differs from zero, in the form in which it is kept.
  let values: [String: Any]
  let sublayers: [SceneLayer]
  let mask: SceneLayer?
  /// True when something in it reads what lies behind it.
  let looksBehind: Bool
  /// Images that were drawn of the layer, for as long as the layer lives.
  let images: DrawnBitmapCache
  /// True where nothing but values decides what is drawn: neither time, nor objects that an app may still change.
  let isRepeatable: Bool
  /// What frames drew of it.
  let parts = LayerDrawingCache()
  /// The sublayers of the second copy and those after it, where these differ from the first one's.
  let copies: [[SceneLayer]]
  /// From how the layer was to how it is.
  let transition: SceneTransition?
  /// How many transitions there are in one another: those of how a layer was, too.
  let generations: Int

  init(
    kind: any LayerKind.Type, values: [String: Any], sublayers: [SceneLayer], mask: SceneLayer?,
    images: DrawnBitmapCache, copies: [[SceneLayer]] = [], transition: SceneTransition? = nil
  ) {
    (self.kind, self.values, self.sublayers, self.mask) = (kind, values, sublayers, mask)
    (self.images, self.copies, self.transition) = (images, copies, transition)
    let inside = (sublayers + copies.joined() + (mask.map { [$0] } ?? [])).map(\.generations).max() ?? 0
    generations = max(inside, transition.map { ($0.before?.layer.generations ?? 0) + 1 } ?? 0)
    looksBehind = sublayers.contains { $0.looksBehind || $0.readsBackground }
    isRepeatable =
      kind.isRepeatable && transition == nil && copies.isEmpty && sublayers.allSatisfy(\.isRepeatable)
      && mask?.isRepeatable != false
  }

  private var readsBackground: Bool {
    readObject(LayerProperties.backgroundFilters)?.objects.isEmpty == false
      || readObject(LayerProperties.compositingFilter) != nil
  }

  /// True when the layer only moves what is in it.
  var onlyMoves: Bool { kind.sharesSpace(self) }

  /// True when these are in it.
  func holds(_ others: [SceneLayer], mask other: SceneLayer?) -> Bool {
    sublayers.count == others.count && mask === other && zip(sublayers, others).allSatisfy { $0 === $1 }
  }

  func stored(_ key: String) -> Any? { values[key] }

  /// More levels than any interface has; each is a recursion.
  static let deepest = 200
}

/// What a class of layers draws of its own.
protocol LayerKind {
  /// Above the background colour, below the contents, where the box cuts it afterwards; nil: nothing.
  static func underContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement) -> Node?
  /// Above the contents, below the sublayers; nil: nothing.
  static func aboveContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement) -> Node?
  /// The sublayers over what is there.
  static func sublayers(_ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ holder: LayerHolder) -> Node
  /// Above the border, faded by what the holder hands down; nil: nothing.
  static func aboveBorder(
    _ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement, _ holder: LayerHolder
  ) -> Node?
  /// True for layers that only move what is in them.
  static var onlyMoves: Bool { get }
  /// True where a layer only moves what is in it, by its class or because it was set so.
  static func sharesSpace(_ layer: SceneLayer) -> Bool
  /// True where what the class draws has a depth of its own.
  static func showsDepth(_ layer: SceneLayer) -> Bool
  /// What is in a layer, as often as it is drawn.
  static func copies(_ layer: SceneLayer) -> [LayerCopy]
  /// True when the layer draws more than box, contents and sublayers.
  static var drawsMore: Bool { get }
  /// False where the time counts, or objects that an app may change after it has given them.
  static var isRepeatable: Bool { get }
}

extension LayerKind {
  static func underContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement) -> Node? { nil }
  static func aboveContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement) -> Node? { nil }
  static func aboveBorder(
    _ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement, _ holder: LayerHolder
  ) -> Node? { nil }
  static func sublayers(
    _ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ holder: LayerHolder
  ) -> Node {
    layer.sublayers.reduce(image) { drawing.drawn($1, over: $0, in: holder) }
  }
  static var onlyMoves: Bool { false }
  static func sharesSpace(_ layer: SceneLayer) -> Bool { onlyMoves }
  static func showsDepth(_ layer: SceneLayer) -> Bool { false }
  static func copies(_ layer: SceneLayer) -> [LayerCopy] { [LayerCopy(sublayers: layer.sublayers)] }
  static var drawsMore: Bool { false }
  static var isRepeatable: Bool { true }
}

/// What is in a layer, once: where among the layer's points, in which tint and how much later than the layer.
struct LayerCopy {
  let sublayers: [SceneLayer]
  var map = CATransform3DIdentity
  /// 0...1, what finished colours are multiplied by.
  var tint = SIMD4<Double>(1, 1, 1, 1)
  /// Seconds.
  var delay = 0.0
}

/// Of `CALayer` itself.
enum PlainLayer: LayerKind {}

/// Of layers that only move what is in them.
enum MovingLayer: LayerKind {
  static let onlyMoves = true
}
