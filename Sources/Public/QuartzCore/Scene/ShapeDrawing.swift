import CoreGraphics
import Foundation
import ImageGraph

/// The drawing of shape layers.
enum ShapeDrawing: LayerKind {
  static let drawsAdditionalContent = true

  static func aboveContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement) -> Node? {
    guard let path = layer.readObject(ShapeProperties.path), !path.isEmpty else { return nil }
    let (blendSpace, plane) = (drawing.blendSpace, placement.plane)
    func paint(_ color: CGColor?, _ mask: @autoclosure () -> Node?) -> Node {
      guard let color, color.alpha > 0, let mask = mask() else { return .empty }
      return Node.constant(blendSpace.argument(color)).times(alphaOf: mask)
    }
    let rule: CGPathFillRule = layer.read(ShapeProperties.fillRule) == .evenOdd ? .evenOdd : .winding
    let fill = paint(layer.readObject(ShapeProperties.fillColor), layer.pathMask(path, rule, nil, plane))
    let stroke = paint(layer.readObject(ShapeProperties.strokeColor), strokeMask(layer, path, plane))
    return placement.placed(stroke.over(fill))
  }

  private static func strokeMask(_ layer: SceneLayer, _ path: CGPath, _ plane: DrawingPlane) -> Node? {
    let width = layer.read(ShapeProperties.lineWidth)
    guard width > 0 else { return nil }
    let cap = layer.read(ShapeProperties.lineCap)
    let join = layer.read(ShapeProperties.lineJoin)
    let dashes = (layer.readObject(ShapeProperties.lineDashPattern)?.objects ?? []).compactMap { CGFloat.reading($0) }
    let stroke = PathStroke(
      width: width, cap: cap == .round ? .round : cap == .square ? .square : .butt,
      join: join == .round ? .round : join == .bevel ? .bevel : .miter,
      miterLimit: layer.read(ShapeProperties.miterLimit), dashes: dashes,
      phase: layer.read(ShapeProperties.lineDashPhase))
    return layer.pathMask(trimmed(layer, path), .winding, stroke, plane)
  }

  /// Returns the part of the path that is stroked.
  private static func trimmed(_ layer: SceneLayer, _ path: CGPath) -> CGPath {
    let start = min(max(Double(layer.read(ShapeProperties.strokeStart)), 0), 1)
    let end = min(max(Double(layer.read(ShapeProperties.strokeEnd)), 0), 1)
    guard start > 0 || end < 1 else { return path }
    return start < end ? CGPath(path.outline.trimmed(from: start, to: end)) : CGPath()
  }
}
