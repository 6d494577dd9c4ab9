import AnimationMath
import CoreGraphics
import Foundation

/// The properties; defaults and what may be stored stand in the table.
extension CALayer {
  /// The modes of `toneMapMode`.
  public typealias ToneMapMode = CAToneMapMode
  /// The ranges of `preferredDynamicRange`.
  public typealias DynamicRange = CADynamicRange

  /// The layer's own space: what of it the layer shows. Negative sizes are turned round.
  public var bounds: CGRect {
    get { read(LayerProperties.bounds) }
    set { set(LayerProperties.bounds, newValue) }
  }

  /// Where the anchor is in the superlayer's space.
  public var position: CGPoint {
    get { read(LayerProperties.position) }
    set { set(LayerProperties.position, newValue) }
  }

  /// Which of siblings lies in front; points towards the viewer.
  public var zPosition: CGFloat {
    get { read(LayerProperties.zPosition) }
    set { set(LayerProperties.zPosition, newValue) }
  }

  /// The point of the bounds that `position` places and `transform` turns about, in parts of the bounds.
  public var anchorPoint: CGPoint {
    get { read(LayerProperties.anchorPoint) }
    set { set(LayerProperties.anchorPoint, newValue) }
  }

  /// How far above the layer's plane it turns.
  public var anchorPointZ: CGFloat {
    get { read(LayerProperties.anchorPointZ) }
    set { set(LayerProperties.anchorPointZ, newValue) }
  }

  /// Moves the layer about its anchor.
  public var transform: CATransform3D {
    get { read(LayerProperties.transform) }
    set { set(LayerProperties.transform, newValue) }
  }

  /// Moves all sublayers about this layer's anchor; the place of a perspective.
  public var sublayerTransform: CATransform3D {
    get { read(LayerProperties.sublayerTransform) }
    set { set(LayerProperties.sublayerTransform, newValue) }
  }

  /// True when sublayers lie as in a mirror, upside down. Images stay upright.
  public var isGeometryFlipped: Bool {
    get { read(LayerProperties.isGeometryFlipped) }
    set { set(LayerProperties.isGeometryFlipped, newValue) }
  }

  /// The part of the contents that is shown, in parts of them; beyond 0...1 edges repeat.
  public var contentsRect: CGRect {
    get { read(LayerProperties.contentsRect) }
    set { set(LayerProperties.contentsRect, newValue) }
  }

  /// The part of what is shown that is stretched, in parts of it; what lies around keeps its size.
  public var contentsCenter: CGRect {
    get { read(LayerProperties.contentsCenter) }
    set { set(LayerProperties.contentsCenter, newValue) }
  }

  /// Pixels of the contents in a point.
  public var contentsScale: CGFloat {
    get { read(LayerProperties.contentsScale) }
    set { set(LayerProperties.contentsScale, newValue) }
  }

  /// Where contents go.
  public var contentsGravity: CALayerContentsGravity {
    get { read(LayerProperties.contentsGravity) }
    set { set(LayerProperties.contentsGravity, newValue) }
  }

  /// What the layer's own bitmap is made of. With `RGBA16Float` what is drawn becomes an image of Core Image in floats:
  /// colours above 1 and beyond sRGB stay, all of it is drawn each time, and it is blended as light.
  public var contentsFormat: CALayerContentsFormat {
    get { read(LayerProperties.contentsFormat) }
    set { set(LayerProperties.contentsFormat, newValue) }
  }

  /// How contents are enlarged.
  public var magnificationFilter: CALayerContentsFilter {
    get { read(LayerProperties.magnificationFilter) }
    set { set(LayerProperties.magnificationFilter, newValue) }
  }

  /// How contents are made smaller.
  public var minificationFilter: CALayerContentsFilter {
    get { read(LayerProperties.minificationFilter) }
    set { set(LayerProperties.minificationFilter, newValue) }
  }

  /// Levels, each half as large as the one before, by which `trilinear` reduction reads a smaller image than it has
  /// to: above 0 softer, below 0 sharper. From -16 to 16 it counts.
  public var minificationFilterBias: Float {
    get { read(LayerProperties.minificationFilterBias) }
    set { set(LayerProperties.minificationFilterBias, newValue) }
  }

  /// A promise that the layer's own bitmap covers all of the bounds: it is made without alpha.
  public var isOpaque: Bool {
    get { read(LayerProperties.isOpaque) }
    set { set(LayerProperties.isOpaque, newValue) }
  }

  /// Kept; of no effect here.
  public var drawsAsynchronously: Bool {
    get { read(LayerProperties.drawsAsynchronously) }
    set { set(LayerProperties.drawsAsynchronously, newValue) }
  }

  /// True: a change of the bounds draws the layer's own bitmap anew.
  public var needsDisplayOnBoundsChange: Bool {
    get { read(LayerProperties.needsDisplayOnBoundsChange) }
    set { set(LayerProperties.needsDisplayOnBoundsChange, newValue) }
  }

  /// Fills the bounds, behind the contents.
  public var backgroundColor: CGColor? {
    get { readObject(LayerProperties.backgroundColor) }
    set { set(LayerProperties.backgroundColor, newValue) }
  }

  /// Of the border.
  public var borderColor: CGColor? {
    get { readObject(LayerProperties.borderColor) }
    set { set(LayerProperties.borderColor, newValue) }
  }

  /// Inside of the bounds, above contents and sublayers; at most half of the smaller side.
  public var borderWidth: CGFloat {
    get { read(LayerProperties.borderWidth) }
    set { set(LayerProperties.borderWidth, newValue) }
  }

  /// Points; at most half of the smaller side. Contents and sublayers are cut only with `masksToBounds`.
  public var cornerRadius: CGFloat {
    get { read(LayerProperties.cornerRadius) }
    set { set(LayerProperties.cornerRadius, newValue) }
  }

  /// The corners that are round.
  public var maskedCorners: CACornerMask {
    get { read(LayerProperties.maskedCorners) }
    set { set(LayerProperties.maskedCorners, newValue) }
  }

  /// The shape of round corners.
  public var cornerCurve: CALayerCornerCurve {
    get { read(LayerProperties.cornerCurve) }
    set { set(LayerProperties.cornerCurve, newValue) }
  }

  /// True: nothing of the layer shows outside of its bounds, its shadow neither.
  public var masksToBounds: Bool {
    get { read(LayerProperties.masksToBounds) }
    set { set(LayerProperties.masksToBounds, newValue) }
  }

  /// Sides that are soft where they lie between pixels; others go to the nearest whole pixel, so that layers which abut
  /// there show no seam. Sides of layers that are turned or in depth are always soft.
  public var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { read(LayerProperties.edgeAntialiasingMask) }
    set { set(LayerProperties.edgeAntialiasingMask, newValue) }
  }

  /// False: no side is soft, whatever `edgeAntialiasingMask` says.
  public var allowsEdgeAntialiasing: Bool {
    get { read(LayerProperties.allowsEdgeAntialiasing) }
    set { set(LayerProperties.allowsEdgeAntialiasing, newValue) }
  }

  /// Of the shadow; nil: none.
  public var shadowColor: CGColor? {
    get { readObject(LayerProperties.shadowColor) }
    set { set(LayerProperties.shadowColor, newValue) }
  }

  /// 0...1; 0: no shadow.
  public var shadowOpacity: Float {
    get { read(LayerProperties.shadowOpacity) }
    set { set(LayerProperties.shadowOpacity, newValue) }
  }

  /// The standard deviation of the shadow's blur, in points.
  public var shadowRadius: CGFloat {
    get { read(LayerProperties.shadowRadius) }
    set { set(LayerProperties.shadowRadius, newValue) }
  }

  /// In the layer's own space.
  public var shadowOffset: CGSize {
    get { read(LayerProperties.shadowOffset) }
    set { set(LayerProperties.shadowOffset, newValue) }
  }

  /// 0...1, of the layer with all that is in it; kept as set, limited when drawn.
  public var opacity: Float {
    get { read(LayerProperties.opacity) }
    set { set(LayerProperties.opacity, newValue) }
  }

  /// True: the layer and all that is in it is not drawn.
  public var isHidden: Bool {
    get { read(LayerProperties.isHidden) }
    set { set(LayerProperties.isHidden, newValue) }
  }

  /// False: not drawn when its back is seen.
  public var isDoubleSided: Bool {
    get { read(LayerProperties.isDoubleSided) }
    set { set(LayerProperties.isDoubleSided, newValue) }
  }

  /// True: the layer is made as a bitmap before it is placed.
  public var shouldRasterize: Bool {
    get { read(LayerProperties.shouldRasterize) }
    set { set(LayerProperties.shouldRasterize, newValue) }
  }

  /// Pixels in a point of that bitmap.
  public var rasterizationScale: CGFloat {
    get { read(LayerProperties.rasterizationScale) }
    set { set(LayerProperties.rasterizationScale, newValue) }
  }

  /// False: `opacity` goes to each part, and what overlaps shows through.
  public var allowsGroupOpacity: Bool {
    get { read(LayerProperties.allowsGroupOpacity) }
    set { set(LayerProperties.allowsGroupOpacity, newValue) }
  }

  /// Whether contents brighter than `preferredDynamicRange` lets through are mapped to it, by `CISystemToneMap`.
  public var toneMapMode: ToneMapMode {
    get { read(LayerProperties.toneMapMode) }
    set { set(LayerProperties.toneMapMode, newValue) }
  }

  /// Values above 1 go on to the target in any case; where this is true, `toneMapMode` `.ifSupported` leaves them, too.
  public var wantsExtendedDynamicRangeContent: Bool {
    get { read(LayerProperties.wantsExtendedDynamicRangeContent) }
    set { set(LayerProperties.wantsExtendedDynamicRangeContent, newValue) }
  }

  /// How bright contents may be: brighter ones are mapped, unless `toneMapMode` is `.never`.
  public var preferredDynamicRange: DynamicRange {
    get { read(LayerProperties.preferredDynamicRange) }
    set { set(LayerProperties.preferredDynamicRange, newValue) }
  }

  /// How bright the brightest of the contents is, where white is 1; below 1, and what is no number: as the image says
  /// (`CIImage.contentHeadroom`). Contents of which nobody says it are not mapped.
  public var contentsHeadroom: CGFloat {
    get { read(LayerProperties.contentsHeadroom) }
    set { set(LayerProperties.contentsHeadroom, newValue) }
  }

  /// Kept; of no effect here.
  public var wantsDynamicContentScaling: Bool {
    get { read(LayerProperties.wantsDynamicContentScaling) }
    set { set(LayerProperties.wantsDynamicContentScaling, newValue) }
  }

  /// For key paths: `sublayers.NAME.opacity`.
  public var name: String? {
    get { readObject(LayerProperties.name) }
    set { set(LayerProperties.name, newValue) }
  }

  /// What of the frame gives way when the superlayer's bounds change.
  public var autoresizingMask: CAAutoresizingMask {
    get { read(LayerProperties.autoresizingMask) }
    set { set(LayerProperties.autoresizingMask, newValue) }
  }

  /// A `CGImage` or a `CIImage` of finite extent; others are kept, and drawn as nothing with a line in the log.
  public var contents: Any? {
    get { readObject(LayerProperties.contents)?.object }
    set { set(LayerProperties.contents, newValue.map(AnyValue.init)) }
  }

  /// The shadow's shape in the layer's space, filled by the winding rule; nil: that of the layer.
  public var shadowPath: CGPath? {
    get { readObject(LayerProperties.shadowPath) }
    set { set(LayerProperties.shadowPath, newValue) }
  }

  /// `CIFilter`s on the layer with all that is in it, in order; their `inputImage` is the layer. Coordinates are the
  /// layer's own, lengths are points. They are copied: change them by key paths, `filters.NAME.inputRadius`.
  public var filters: [Any]? {
    get { readObject(LayerProperties.filters)?.objects }
    set { set(LayerProperties.filters, newValue.map(ObjectList.init)) }
  }

  /// `CIFilter`s on what lies behind the layer; `filters` says how they are set.
  public var backgroundFilters: [Any]? {
    get { readObject(LayerProperties.backgroundFilters)?.objects }
    set { set(LayerProperties.backgroundFilters, newValue.map(ObjectList.init)) }
  }

  /// A `CIFilter` of the layer (`inputImage`) and what lies behind it (`inputBackgroundImage`); nil: over.
  public var compositingFilter: Any? {
    get { readObject(LayerProperties.compositingFilter)?.object }
    set { set(LayerProperties.compositingFilter, newValue.map(AnyValue.init)) }
  }

  /// Values for keys that the layer has none of its own for; under `style` a further one.
  public var style: [AnyHashable: Any]? {
    get { readObject(LayerProperties.style)?.object as? [AnyHashable: Any] }
    set { set(LayerProperties.style, newValue.map { AnyValue(object: $0) }) }
  }
}
