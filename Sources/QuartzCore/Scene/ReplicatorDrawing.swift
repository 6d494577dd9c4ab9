import CoreGraphics
import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import LayerTime

/// What such layers draw.
enum ReplicatorDrawing: LayerKind {
  static let drawsMore = true
  static let most = 1000

  static func sublayers(
    _ layer: SceneLayer, over image: Node, _ drawing: LayerDrawing, _ holder: LayerHolder
  ) -> Node {
    let count = layer.read(ReplicatorProperties.instanceCount)
    if count > most { RenderLog.process.note("CAReplicatorLayer: \(count) copies, drawn are \(most)") }
    let bounds = layer.read(LayerProperties.bounds)
    let step = layer.read(ReplicatorProperties.instanceTransform)
    let center = CATransform3DMakeTranslation(bounds.midX, bounds.midY, 0)
    let about = CATransform3DMakeTranslation(-bounds.midX, -bounds.midY, 0)
    var (result, map) = (image, CATransform3DIdentity)
    for index in 0..<max(min(count, most), 0) {
      var copy = holder
      copy.placement = about.followed(by: map).followed(by: center).followed(by: holder.placement)
      map = map.followed(by: step)
      copy.time -= Double(index) * layer.read(ReplicatorProperties.instanceDelay)
      let sublayers = layer.copies.indices.contains(index - 1) ? layer.copies[index - 1] : layer.sublayers
      let tint = tint(layer, index)
      if tint == SIMD4(1, 1, 1, 1) {
        result = sublayers.reduce(result) { drawing.drawn($1, over: $0, in: copy) }
      } else if tint.w > 0 {
        let apart = sublayers.reduce(Node.empty) { drawing.drawn($1, over: $0, in: copy) }
        let color = CGColor(
          srgbRed: CGFloat(tint.x), green: CGFloat(tint.y), blue: CGFloat(tint.z), alpha: CGFloat(tint.w))
        result = apart.tinted(drawing.light.argument(color)).over(result)
      }
    }
    return result
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

extension Node {
  /// Times a colour, component by component.
  func tinted(_ color: any FormulaArgument) -> Node {
    if extent == .empty { return self }
    return .combined([self, .constant(color)], by: MultiplyCompositing.formula, extent: .intersection)
  }
}
