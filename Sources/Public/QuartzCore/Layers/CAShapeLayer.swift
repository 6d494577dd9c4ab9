import CoreGraphics
import Foundation
import ImageGraph

/// A path, filled and drawn along: between the contents and the first sublayer, not cut by the bounds. It is drawn in
/// the pixels of the target, so that it is sharp at any scale.
open class CAShapeLayer: CALayer {
  override class var properties: LayerPropertyTable { ShapeProperties.table }
  override class var kind: any LayerKind.Type { ShapeDrawing.self }

  /// In the layer's space; copied when it is set.
  public var path: CGPath? {
    get { readObject(ShapeProperties.path) }
    set { set(ShapeProperties.path, newValue) }
  }

  /// Nil: not filled.
  public var fillColor: CGColor? {
    get { readObject(ShapeProperties.fillColor) }
    set { set(ShapeProperties.fillColor, newValue) }
  }

  /// What is filled.
  public var fillRule: CAShapeLayerFillRule {
    get { read(ShapeProperties.fillRule) }
    set { set(ShapeProperties.fillRule, newValue) }
  }

  /// Nil: no line.
  public var strokeColor: CGColor? {
    get { readObject(ShapeProperties.strokeColor) }
    set { set(ShapeProperties.strokeColor, newValue) }
  }

  /// Points.
  public var lineWidth: CGFloat {
    get { read(ShapeProperties.lineWidth) }
    set { set(ShapeProperties.lineWidth, newValue) }
  }

  /// How long a miter may be, in line widths.
  public var miterLimit: CGFloat {
    get { read(ShapeProperties.miterLimit) }
    set { set(ShapeProperties.miterLimit, newValue) }
  }

  /// How the line ends.
  public var lineCap: CAShapeLayerLineCap {
    get { read(ShapeProperties.lineCap) }
    set { set(ShapeProperties.lineCap, newValue) }
  }

  /// How lines meet.
  public var lineJoin: CAShapeLayerLineJoin {
    get { read(ShapeProperties.lineJoin) }
    set { set(ShapeProperties.lineJoin, newValue) }
  }

  /// How far into the pattern the line begins, in points.
  public var lineDashPhase: CGFloat {
    get { read(ShapeProperties.lineDashPhase) }
    set { set(ShapeProperties.lineDashPhase, newValue) }
  }

  /// Where the line begins, 0...1 of the length of all of the path.
  public var strokeStart: CGFloat {
    get { read(ShapeProperties.strokeStart) }
    set { set(ShapeProperties.strokeStart, newValue) }
  }

  /// Where the line ends, 0...1 of the length of all of the path.
  public var strokeEnd: CGFloat {
    get { read(ShapeProperties.strokeEnd) }
    set { set(ShapeProperties.strokeEnd, newValue) }
  }

  /// Dash, gap, dash, gap … in points; nil: one line.
  public var lineDashPattern: [NSNumber]? {
    get { readObject(ShapeProperties.lineDashPattern)?.objects as? [NSNumber] }
    set { set(ShapeProperties.lineDashPattern, newValue.map { ObjectList(objects: $0) }) }
  }
}
