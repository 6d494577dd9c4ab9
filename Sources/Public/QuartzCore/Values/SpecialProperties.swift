import AnimationMath
import CoreGraphics
import Foundation

/// The properties of the specialized layers, in addition to those of every layer.
enum ShapeProperties {
  static let path = LayerProperty<CGPath>("path")
  static let fillColor = LayerProperty<CGColor>(
    "fillColor", default: CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1), .animation)
  static let fillRule = LayerProperty<CAShapeLayerFillRule>("fillRule", zero: .nonZero, default: .nonZero)
  static let strokeColor = LayerProperty<CGColor>("strokeColor", .animation)
  static let lineWidth = LayerProperty<CGFloat>("lineWidth", zero: 0, default: 1, .animation)
  static let miterLimit = LayerProperty<CGFloat>("miterLimit", zero: 0, default: 10, .animation)
  static let lineCap = LayerProperty<CAShapeLayerLineCap>("lineCap", zero: .butt, default: .butt)
  static let lineJoin = LayerProperty<CAShapeLayerLineJoin>("lineJoin", zero: .miter, default: .miter)
  static let lineDashPattern = LayerProperty<ObjectList>("lineDashPattern")
  static let lineDashPhase = LayerProperty<CGFloat>("lineDashPhase", zero: 0, .animation)
  static let strokeStart = LayerProperty<CGFloat>("strokeStart", zero: 0, .animation)
  static let strokeEnd = LayerProperty<CGFloat>("strokeEnd", zero: 0, default: 1, .animation)

  static let table = LayerProperties.common.adding([
    path, fillColor, fillRule, strokeColor, lineWidth, miterLimit, lineCap, lineJoin, lineDashPattern, lineDashPhase,
    strokeStart, strokeEnd,
  ])
}

enum GradientProperties {
  static let colors = LayerProperty<ObjectList>("colors", .animation)
  static let locations = LayerProperty<ObjectList>("locations", .animation)
  static let startPoint = LayerProperty<CGPoint>(
    "startPoint", zero: .zero, default: CGPoint(x: 0.5, y: 0), .animation)
  static let endPoint = LayerProperty<CGPoint>(
    "endPoint", zero: .zero, default: CGPoint(x: 0.5, y: 1), .animation)
  static let type = LayerProperty<CAGradientLayerType>("type", zero: .axial, default: .axial)

  static let table = LayerProperties.common.adding([colors, locations, startPoint, endPoint, type])
}

enum ReplicatorProperties {
  static let instanceCount = LayerProperty<Int>("instanceCount", zero: 0, default: 1, .animation)
  static let instanceDelay = LayerProperty<Double>("instanceDelay", zero: 0, .animation)
  static let instanceTransform = LayerProperty<CATransform3D>(
    "instanceTransform", zero: CATransform3DIdentity, default: CATransform3DIdentity, .animation)
  static let instanceColor = LayerProperty<CGColor>(
    "instanceColor", default: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), .animation)
  static let red = LayerProperty<Float>("instanceRedOffset", zero: 0, .animation)
  static let green = LayerProperty<Float>("instanceGreenOffset", zero: 0, .animation)
  static let blue = LayerProperty<Float>("instanceBlueOffset", zero: 0, .animation)
  static let alpha = LayerProperty<Float>("instanceAlphaOffset", zero: 0, .animation)
  static let preservesDepth = LayerProperty<Bool>("preservesDepth", zero: false)

  static let table = LayerProperties.common.adding([
    instanceCount, instanceDelay, instanceTransform, instanceColor, red, green, blue, alpha, preservesDepth,
  ])
}

enum ScrollProperties {
  static let scrollMode = LayerProperty<CAScrollLayerScrollMode>("scrollMode", zero: .both, default: .both)

  static let table = LayerProperties.common.adding([scrollMode])
}

enum TiledProperties {
  static let tileSize = LayerProperty<CGSize>(
    "tileSize", zero: .zero, default: CGSize(width: 256, height: 256))
  static let levelsOfDetail = LayerProperty<Int>("levelsOfDetail", zero: 0, default: 1)
  static let levelsOfDetailBias = LayerProperty<Int>("levelsOfDetailBias", zero: 0)

  static let table = LayerProperties.common.adding([tileSize, levelsOfDetail, levelsOfDetailBias])
}

enum TextProperties {
  static let string = LayerProperty<AnyValue>("string", touches: .display)
  static let font = LayerProperty<AnyValue>("font", touches: .display)
  static let fontSize = LayerProperty<CGFloat>("fontSize", zero: 0, default: 36, .animation, touches: .display)
  static let foregroundColor = LayerProperty<CGColor>(
    "foregroundColor", default: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1), .animation, touches: .display)
  static let isWrapped = LayerProperty<Bool>("wrapped", zero: false, touches: .display)
  static let truncationMode = LayerProperty<CATextLayerTruncationMode>(
    "truncationMode", zero: CATextLayerTruncationMode.none, default: CATextLayerTruncationMode.none, touches: .display)
  static let alignmentMode = LayerProperty<CATextLayerAlignmentMode>(
    "alignmentMode", zero: .natural, default: .natural, touches: .display)
  static let allowsFontSubpixelQuantization = LayerProperty<Bool>("allowsFontSubpixelQuantization", zero: false)

  static let table = LayerProperties.common.adding([
    string, font, fontSize, foregroundColor, isWrapped, truncationMode, alignmentMode, allowsFontSubpixelQuantization,
  ])
}
