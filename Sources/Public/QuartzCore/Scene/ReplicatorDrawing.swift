import AnimationMath
import CoreGraphics
import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// What such layers draw.
enum ReplicatorDrawing: LayerKind {
  static let drawsMore = true
  static let most = 1000

  static func sharesSpace(_ layer: SceneLayer) -> Bool { layer.read(ReplicatorProperties.preservesDepth) }

  static func copies(_ layer: SceneLayer) -> [LayerCopy] {
    let count = layer.read(ReplicatorProperties.instanceCount)
    if count > most { RenderLog.process.note("CAReplicatorLayer: \(count) copies, drawn are \(most)") }
    let bounds = layer.read(LayerProperties.bounds)
    let step = layer.read(ReplicatorProperties.instanceTransform)
    let center = CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0)
    let about = CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0)
    let delay = layer.read(ReplicatorProperties.instanceDelay)
    var map = CATransform3DIdentity
    return (0..<max(min(count, most), 0)).map { index in
      defer { map = map.followed(by: step) }
      return LayerCopy(
        sublayers: layer.copies.indices.contains(index - 1) ? layer.copies[index - 1] : layer.sublayers,
        map: about.followed(by: map).followed(by: center), tint: tint(layer, index), delay: Double(index) * delay)
    }
  }

  static func sublayers(
    _ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ holder: LayerHolder
  ) -> Node {
    copies(layer).reduce(image) { result, copy in
      var inside = holder
      inside.placement = copy.map.followed(by: holder.placement)
      inside.time -= copy.delay
      return drawing.tinted(copy.tint, over: result) { image in
        copy.sublayers.reduce(image) { drawing.drawn($1, over: $0, in: inside) }
      }
    }
  }

  /// Of a copy, 0...1.
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
  /// What is drawn over a background, in the tint of a copy: apart from it where there is something to multiply.
  func tinted(_ tint: SIMD4<Double>, over background: Node, _ drawn: (_ image: Node) -> Node) -> Node {
    if tint == SIMD4(1, 1, 1, 1) { return drawn(background) }
    guard tint.w > 0 else { return background }
    let color = CGColor(
      srgbRed: CGFloat(tint.x), green: CGFloat(tint.y), blue: CGFloat(tint.z), alpha: CGFloat(tint.w))
    return drawn(.empty).tinted(light.argument(color)).over(background)
  }
}

extension Node {
  /// Times a colour, component by component.
  func tinted(_ color: any FormulaArgument) -> Node {
    if extent == .empty { return self }
    return .combined([self, .constant(color)], by: MultiplyCompositing.formula, extent: .intersection)
  }
}
