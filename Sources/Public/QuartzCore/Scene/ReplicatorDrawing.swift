import AnimationMath
import CoreGraphics
import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// The drawing of replicator layers.
enum ReplicatorDrawing: LayerKind {
  static let drawsAdditionalContent = true
  static let maximumCount = 1000

  static func sharesSpace(_ layer: SceneLayer) -> Bool { layer.read(ReplicatorProperties.preservesDepth) }

  static func copies(_ layer: SceneLayer) -> [LayerCopy] {
    let count = layer.read(ReplicatorProperties.instanceCount)
    if count > maximumCount {
      RenderLog.process.note("CAReplicatorLayer: at most \(maximumCount) copies are drawn (got \(count))")
    }
    let bounds = layer.read(LayerProperties.bounds)
    let step = layer.read(ReplicatorProperties.instanceTransform)
    let fromCenter = CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0)
    let toCenter = CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0)
    let delay = layer.read(ReplicatorProperties.instanceDelay)
    var map = CATransform3DIdentity
    return (0..<max(min(count, maximumCount), 0)).map { index in
      defer { map = map.followed(by: step) }
      return LayerCopy(
        sublayers: layer.copies.indices.contains(index - 1) ? layer.copies[index - 1] : layer.sublayers,
        map: toCenter.followed(by: map).followed(by: fromCenter), tint: tint(layer, index),
        delay: Double(index) * delay)
    }
  }

  static func sublayers(
    _ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ container: LayerContainer
  ) -> Node {
    copies(layer).reduce(image) { result, copy in
      var inside = container
      inside.placement = copy.map.followed(by: container.placement)
      inside.time -= copy.delay
      return drawing.tinted(copy.tint, over: result) { image in
        copy.sublayers.reduce(image) { drawing.drawn($1, over: $0, in: inside) }
      }
    }
  }

  /// Returns the tint of a copy, 0...1.
  private static func tint(_ layer: SceneLayer, _ index: Int) -> SIMD4<Double> {
    let first = layer.readObject(ReplicatorProperties.instanceColor)?.components(in: .extendedSRGB) ?? [1, 1, 1, 1]
    let offsets = [
      ReplicatorProperties.red, ReplicatorProperties.green, ReplicatorProperties.blue, ReplicatorProperties.alpha,
    ].map { Double(layer.read($0)) }
    let sum = first + SIMD4(offsets[0], offsets[1], offsets[2], offsets[3]) * Double(index)
    return sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
  }
}

extension LayerDrawing {
  /// Draws over a background with the tint of a copy: offscreen, unless the tint is white.
  func tinted(_ tint: SIMD4<Double>, over background: Node, _ drawn: (_ image: Node) -> Node) -> Node {
    if tint == SIMD4(1, 1, 1, 1) { return drawn(background) }
    guard tint.w > 0 else { return background }
    let color = CGColor(
      srgbRed: CGFloat(tint.x), green: CGFloat(tint.y), blue: CGFloat(tint.z), alpha: CGFloat(tint.w))
    return drawn(.empty).tinted(blendSpace.argument(color)).over(background)
  }
}

extension Node {
  /// Returns the image multiplied by a colour, by component.
  func tinted(_ color: any FormulaArgument) -> Node {
    if extent == .empty { return self }
    return .combined([self, .constant(color)], by: MultiplyCompositing.formula, extent: .intersection)
  }
}
