import AnimationMath
import CoreGraphics
import Foundation

/// The table of the properties of every layer: keys, defaults, implicit actions and effects of a change.
///
/// Source: Core Animation's programming guide, appendix "Animatable Properties", and the documentation of CALayer.
enum LayerProperties {
  // Geometry.
  static let bounds = LayerProperty<CGRect>("bounds", zero: .zero, .animation, touches: [.layout, .bounds])
  static let position = LayerProperty<CGPoint>("position", zero: .zero, .animation)
  static let zPosition = LayerProperty<CGFloat>("zPosition", zero: 0, .animation)
  static let anchorPoint = LayerProperty<CGPoint>(
    "anchorPoint", zero: .zero, default: CGPoint(x: 0.5, y: 0.5), .animation)
  static let anchorPointZ = LayerProperty<CGFloat>("anchorPointZ", zero: 0, .animation)
  static let transform = LayerProperty<CATransform3D>(
    "transform", zero: CATransform3DIdentity, default: CATransform3DIdentity, .animation, touches: .layout)
  static let sublayerTransform = LayerProperty<CATransform3D>(
    "sublayerTransform", zero: CATransform3DIdentity, default: CATransform3DIdentity, .animation)
  static let isGeometryFlipped = LayerProperty<Bool>("geometryFlipped", zero: false)

  // Contents.
  static let contents = LayerProperty<AnyValue>("contents", .animation)
  static let contentsRect = LayerProperty<CGRect>("contentsRect", zero: .zero, default: unit, .animation)
  static let contentsCenter = LayerProperty<CGRect>("contentsCenter", zero: .zero, default: unit, .animation)
  static let contentsScale = LayerProperty<CGFloat>("contentsScale", zero: 0, default: 1, .animation)
  static let contentsGravity = LayerProperty<CALayerContentsGravity>("contentsGravity", zero: .resize, default: .resize)
  static let contentsFormat = LayerProperty<CALayerContentsFormat>(
    "contentsFormat", zero: .RGBA8Uint, default: .RGBA8Uint)
  static let magnificationFilter = LayerProperty<CALayerContentsFilter>(
    "magnificationFilter", zero: .linear, default: .linear)
  static let minificationFilter = LayerProperty<CALayerContentsFilter>(
    "minificationFilter", zero: .linear, default: .linear)
  static let minificationFilterBias = LayerProperty<Float>("minificationFilterBias", zero: 0, .animation)
  static let isOpaque = LayerProperty<Bool>("opaque", zero: false)
  static let drawsAsynchronously = LayerProperty<Bool>("drawsAsynchronously", zero: false)
  static let needsDisplayOnBoundsChange = LayerProperty<Bool>("needsDisplayOnBoundsChange", zero: false)

  // Box.
  static let backgroundColor = LayerProperty<CGColor>("backgroundColor", .animation)
  static let borderColor = LayerProperty<CGColor>("borderColor", default: black, .animation)
  static let borderWidth = LayerProperty<CGFloat>("borderWidth", zero: 0, .animation)
  static let cornerRadius = LayerProperty<CGFloat>("cornerRadius", zero: 0, .animation)
  static let maskedCorners = LayerProperty<CACornerMask>("maskedCorners", zero: [], default: CACornerMask(rawValue: 15))
  static let cornerCurve = LayerProperty<CALayerCornerCurve>("cornerCurve", zero: .circular, default: .circular)
  static let masksToBounds = LayerProperty<Bool>("masksToBounds", zero: false, .animation)
  static let edgeAntialiasingMask = LayerProperty<CAEdgeAntialiasingMask>(
    "edgeAntialiasingMask", zero: [], default: CAEdgeAntialiasingMask(rawValue: 15))
  static let allowsEdgeAntialiasing = LayerProperty<Bool>("allowsEdgeAntialiasing", zero: false, default: true)

  // Shadow.
  static let shadowColor = LayerProperty<CGColor>("shadowColor", default: black, .animation)
  static let shadowOpacity = LayerProperty<Float>("shadowOpacity", zero: 0, .animation)
  static let shadowRadius = LayerProperty<CGFloat>("shadowRadius", zero: 0, default: 3, .animation)
  static let shadowOffset = LayerProperty<CGSize>(
    "shadowOffset", zero: .zero, default: CGSize(width: 0, height: -3), .animation)
  static let shadowPath = LayerProperty<CGPath>("shadowPath", .animation)

  // Composition.
  static let opacity = LayerProperty<Float>("opacity", zero: 0, default: 1, .animation)
  static let isHidden = LayerProperty<Bool>("hidden", zero: false, .animation)
  static let isDoubleSided = LayerProperty<Bool>("doubleSided", zero: false, default: true)
  static let filters = LayerProperty<ObjectList>("filters", .animation)
  static let backgroundFilters = LayerProperty<ObjectList>("backgroundFilters", .fade)
  static let compositingFilter = LayerProperty<AnyValue>("compositingFilter", .fade)
  static let shouldRasterize = LayerProperty<Bool>("shouldRasterize", zero: false, .animation)
  static let rasterizationScale = LayerProperty<CGFloat>("rasterizationScale", zero: 0, default: 1, .animation)
  static let allowsGroupOpacity = LayerProperty<Bool>("allowsGroupOpacity", zero: false, default: true)
  static let toneMapMode = LayerProperty<CAToneMapMode>("toneMapMode", zero: .automatic, default: .automatic)
  static let wantsExtendedDynamicRangeContent = LayerProperty<Bool>("wantsExtendedDynamicRangeContent", zero: false)
  static let preferredDynamicRange = LayerProperty<CADynamicRange>(
    "preferredDynamicRange", zero: .automatic, default: .automatic)
  static let contentsHeadroom = LayerProperty<CGFloat>("contentsHeadroom", zero: 0)
  static let wantsDynamicContentScaling = LayerProperty<Bool>("wantsDynamicContentScaling", zero: false)

  // Timing; read by animations.
  static let beginTime = LayerProperty<Double>("beginTime", zero: 0)
  static let duration = LayerProperty<Double>("duration", zero: 0, default: .infinity, allowsInfinity: true)
  static let speed = LayerProperty<Float>("speed", zero: 0, default: 1)
  static let timeOffset = LayerProperty<Double>("timeOffset", zero: 0)
  static let repeatCount = LayerProperty<Float>("repeatCount", zero: 0, allowsInfinity: true)
  static let repeatDuration = LayerProperty<Double>("repeatDuration", zero: 0, allowsInfinity: true)
  static let autoreverses = LayerProperty<Bool>("autoreverses", zero: false)
  static let fillMode = LayerProperty<CAMediaTimingFillMode>("fillMode", zero: .removed, default: .removed)

  // Other.
  static let name = LayerProperty<String>("name")
  static let style = LayerProperty<AnyValue>("style")
  static let autoresizingMask = LayerProperty<CAAutoresizingMask>("autoresizingMask", zero: [])

  static let common = LayerPropertyTable([
    bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform, isGeometryFlipped,
    contents, contentsRect, contentsCenter, contentsScale, contentsGravity, contentsFormat, magnificationFilter,
    minificationFilter, minificationFilterBias, isOpaque, drawsAsynchronously, needsDisplayOnBoundsChange,
    backgroundColor, borderColor, borderWidth, cornerRadius, maskedCorners, cornerCurve, masksToBounds,
    edgeAntialiasingMask, allowsEdgeAntialiasing, shadowColor, shadowOpacity, shadowRadius, shadowOffset, shadowPath,
    opacity, isHidden, isDoubleSided, filters, backgroundFilters, compositingFilter, shouldRasterize,
    rasterizationScale, allowsGroupOpacity, toneMapMode, wantsExtendedDynamicRangeContent, preferredDynamicRange,
    contentsHeadroom, wantsDynamicContentScaling, beginTime, duration, speed, timeOffset, repeatCount, repeatDuration,
    autoreverses, fillMode, name, style, autoresizingMask,
  ])

  private static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
  private static let black = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
}
