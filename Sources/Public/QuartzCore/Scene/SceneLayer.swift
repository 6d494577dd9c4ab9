import AnimationMath
import CoreGraphics
import Foundation
import ImageGraph

/// An immutable capture of a layer with its sublayers at a time.
///
/// Unchecked: values are immutable. Filters among them are the scene's own copies, which are copied again before
/// anything is set.
final class SceneLayer: LayerReading, @unchecked Sendable {
  /// The drawing functions of the layer's class.
  let kind: any LayerKind.Type
  /// All values other than zero, in their stored form.
  let values: [String: Any]
  let sublayers: [SceneLayer]
  let mask: SceneLayer?
  /// Whether a descendant reads the layer's backdrop.
  let containsBackdropReaders: Bool
  /// The images drawn of the layer; they live as long as the layer.
  let images: DrawnBitmapCache
  /// Whether the drawing depends only on values: neither on time, nor on objects that an app may still change.
  let isRepeatable: Bool
  /// The cache of the layer's drawing.
  let drawingCache = LayerDrawingCache()
  /// The sublayers of the second and later copies, if they differ from the first one's.
  let copies: [[SceneLayer]]
  /// The transition from the layer's previous appearance.
  let transition: SceneTransition?
  /// The depth of nested transitions, including those of previous appearances.
  let generations: Int

  init(
    kind: any LayerKind.Type, values: [String: Any], sublayers: [SceneLayer], mask: SceneLayer?,
    images: DrawnBitmapCache, copies: [[SceneLayer]] = [], transition: SceneTransition? = nil
  ) {
    (self.kind, self.values, self.sublayers, self.mask) = (kind, values, sublayers, mask)
    (self.images, self.copies, self.transition) = (images, copies, transition)
    let inside = (sublayers + copies.joined() + (mask.map { [$0] } ?? [])).map(\.generations).max() ?? 0
    generations = max(inside, transition.map { ($0.previous?.layer.generations ?? 0) + 1 } ?? 0)
    containsBackdropReaders = sublayers.contains { $0.containsBackdropReaders || $0.readsBackground }
    isRepeatable =
      kind.isRepeatable && transition == nil && copies.isEmpty && sublayers.allSatisfy(\.isRepeatable)
      && mask?.isRepeatable != false
  }

  private var readsBackground: Bool {
    readObject(LayerProperties.backgroundFilters)?.objects.isEmpty == false
      || readObject(LayerProperties.compositingFilter) != nil
  }

  /// Whether the layer only transforms its sublayers.
  var isTransformOnly: Bool { kind.sharesSpace(self) }

  /// Returns whether the layer has these sublayers and this mask.
  func contains(_ others: [SceneLayer], mask other: SceneLayer?) -> Bool {
    sublayers.count == others.count && mask === other && zip(sublayers, others).allSatisfy { $0 === $1 }
  }

  func stored(_ key: String) -> Any? { values[key] }

  /// The maximum depth of a tree, as drawing is recursive.
  static let maximumDepth = 200
}

/// The drawing functions of a class of layers.
protocol LayerKind {
  /// Draws above the background colour and below the contents, clipped to the box later; nil for nothing.
  static func underContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement) -> Node?
  /// Draws above the contents and below the sublayers; nil for nothing.
  static func aboveContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement) -> Node?
  /// Draws the sublayers over an image.
  static func sublayers(
    _ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ container: LayerContainer
  ) -> Node
  /// Draws above the border, multiplied by the container's opacity; nil for nothing.
  static func aboveBorder(
    _ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement, _ container: LayerContainer
  ) -> Node?
  /// Whether the class only transforms its sublayers.
  static var isTransformOnly: Bool { get }
  /// Returns whether a layer only transforms its sublayers, by its class or its properties.
  static func sharesSpace(_ layer: SceneLayer) -> Bool
  /// Returns whether the class draws content with its own depth.
  static func showsDepth(_ layer: SceneLayer) -> Bool
  /// Returns the copies of a layer's sublayers.
  static func copies(_ layer: SceneLayer) -> [LayerCopy]
  /// Whether the class draws more than box, contents and sublayers.
  static var drawsAdditionalContent: Bool { get }
  /// False if the drawing depends on time, or on objects that an app may change after passing them.
  static var isRepeatable: Bool { get }
}

extension LayerKind {
  static func underContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement) -> Node? { nil }
  static func aboveContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement) -> Node? { nil }
  static func aboveBorder(
    _ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement, _ container: LayerContainer
  ) -> Node? { nil }
  static func sublayers(
    _ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ container: LayerContainer
  ) -> Node {
    layer.sublayers.reduce(image) { drawing.drawn($1, over: $0, in: container) }
  }
  static var isTransformOnly: Bool { false }
  static func sharesSpace(_ layer: SceneLayer) -> Bool { isTransformOnly }
  static func showsDepth(_ layer: SceneLayer) -> Bool { false }
  static func copies(_ layer: SceneLayer) -> [LayerCopy] { [LayerCopy(sublayers: layer.sublayers)] }
  static var drawsAdditionalContent: Bool { false }
  static var isRepeatable: Bool { true }
}

/// A copy of a layer's sublayers: its transform in the layer's points, its tint, and its delay.
struct LayerCopy {
  let sublayers: [SceneLayer]
  var map = CATransform3DIdentity
  /// The colour that the finished image is multiplied by, 0...1.
  var tint = SIMD4<Double>(1, 1, 1, 1)
  /// In seconds.
  var delay = 0.0
}

/// The kind of `CALayer`.
enum PlainLayer: LayerKind {}

/// The kind of layers that only transform their sublayers.
enum TransformOnlyLayer: LayerKind {
  static let isTransformOnly = true
}
