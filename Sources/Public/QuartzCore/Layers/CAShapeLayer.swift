import CoreGraphics
import Foundation
import ImageGraph

/// A layer that fills and strokes a path, between the contents and the first sublayer, without clipping to the bounds.
/// It is rasterized at the resolution of the target, so that it is sharp at any scale.
open class CAShapeLayer: CALayer {
  override class var properties: LayerPropertyTable { ShapeProperties.table }
  override class var kind: any LayerKind.Type { ShapeDrawing.self }

  /// The path in the layer's coordinates; copied when it is set.
  public var path: CGPath? {
    get { readObject(ShapeProperties.path) }
    set { set(ShapeProperties.path, newValue) }
  }

  /// The fill colour; nil for no fill.
  public var fillColor: CGColor? {
    get { readObject(ShapeProperties.fillColor) }
    set { set(ShapeProperties.fillColor, newValue) }
  }

  /// The fill rule.
  public var fillRule: CAShapeLayerFillRule {
    get { read(ShapeProperties.fillRule) }
    set { set(ShapeProperties.fillRule, newValue) }
  }

  /// The stroke colour; nil for no stroke.
  public var strokeColor: CGColor? {
    get { readObject(ShapeProperties.strokeColor) }
    set { set(ShapeProperties.strokeColor, newValue) }
  }

  /// The line width, in points.
  public var lineWidth: CGFloat {
    get { read(ShapeProperties.lineWidth) }
    set { set(ShapeProperties.lineWidth, newValue) }
  }

  /// The maximum length of a miter, in line widths.
  public var miterLimit: CGFloat {
    get { read(ShapeProperties.miterLimit) }
    set { set(ShapeProperties.miterLimit, newValue) }
  }

  /// The ends of strokes.
  public var lineCap: CAShapeLayerLineCap {
    get { read(ShapeProperties.lineCap) }
    set { set(ShapeProperties.lineCap, newValue) }
  }

  /// The joins of strokes.
  public var lineJoin: CAShapeLayerLineJoin {
    get { read(ShapeProperties.lineJoin) }
    set { set(ShapeProperties.lineJoin, newValue) }
  }

  /// The offset into the dash pattern at the start of the stroke, in points.
  public var lineDashPhase: CGFloat {
    get { read(ShapeProperties.lineDashPhase) }
    set { set(ShapeProperties.lineDashPhase, newValue) }
  }

  /// The start of the stroke, as a fraction 0...1 of the length of the whole path.
  public var strokeStart: CGFloat {
    get { read(ShapeProperties.strokeStart) }
    set { set(ShapeProperties.strokeStart, newValue) }
  }

  /// The end of the stroke, as a fraction 0...1 of the length of the whole path.
  public var strokeEnd: CGFloat {
    get { read(ShapeProperties.strokeEnd) }
    set { set(ShapeProperties.strokeEnd, newValue) }
  }

  /// The lengths of dashes and gaps in turn, in points; nil for a solid line.
  public var lineDashPattern: [NSNumber]? {
    get { readObject(ShapeProperties.lineDashPattern)?.objects as? [NSNumber] }
    set { set(ShapeProperties.lineDashPattern, newValue.map { ObjectList(objects: $0) }) }
  }
}
