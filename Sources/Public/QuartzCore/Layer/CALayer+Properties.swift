import AnimationMath
import CoreGraphics
import Foundation

/// The properties. Their defaults and valid values are in the property table.
extension CALayer {
  /// The modes of `toneMapMode`.
  public typealias ToneMapMode = CAToneMapMode
  /// The ranges of `preferredDynamicRange`.
  public typealias DynamicRange = CADynamicRange

  /// The visible rectangle in the layer's own coordinates. Negative sizes are standardized.
  public var bounds: CGRect {
    get { read(LayerProperties.bounds) }
    set { set(LayerProperties.bounds, newValue) }
  }

  /// The position of the anchor point in the superlayer's coordinates.
  public var position: CGPoint {
    get { read(LayerProperties.position) }
    set { set(LayerProperties.position, newValue) }
  }

  /// The depth order among siblings, in points towards the viewer.
  public var zPosition: CGFloat {
    get { read(LayerProperties.zPosition) }
    set { set(LayerProperties.zPosition, newValue) }
  }

  /// The point of the bounds that `position` refers to, and about which `transform` is applied, as a fraction of the
  /// bounds.
  public var anchorPoint: CGPoint {
    get { read(LayerProperties.anchorPoint) }
    set { set(LayerProperties.anchorPoint, newValue) }
  }

  /// The z coordinate of the anchor point.
  public var anchorPointZ: CGFloat {
    get { read(LayerProperties.anchorPointZ) }
    set { set(LayerProperties.anchorPointZ, newValue) }
  }

  /// The transform of the layer about its anchor point.
  public var transform: CATransform3D {
    get { read(LayerProperties.transform) }
    set { set(LayerProperties.transform, newValue) }
  }

  /// The transform of all sublayers about this layer's anchor point, typically a perspective.
  public var sublayerTransform: CATransform3D {
    get { read(LayerProperties.sublayerTransform) }
    set { set(LayerProperties.sublayerTransform, newValue) }
  }

  /// If true, the coordinates of sublayers are flipped vertically. Images stay upright.
  public var isGeometryFlipped: Bool {
    get { read(LayerProperties.isGeometryFlipped) }
    set { set(LayerProperties.isGeometryFlipped, newValue) }
  }

  /// The displayed part of the contents, as a fraction of them; beyond 0...1, edge pixels repeat.
  public var contentsRect: CGRect {
    get { read(LayerProperties.contentsRect) }
    set { set(LayerProperties.contentsRect, newValue) }
  }

  /// The stretched part of the displayed contents, as a fraction of them; the margins keep their size.
  public var contentsCenter: CGRect {
    get { read(LayerProperties.contentsCenter) }
    set { set(LayerProperties.contentsCenter, newValue) }
  }

  /// The number of content pixels per point.
  public var contentsScale: CGFloat {
    get { read(LayerProperties.contentsScale) }
    set { set(LayerProperties.contentsScale, newValue) }
  }

  /// The position of the contents in the bounds.
  public var contentsGravity: CALayerContentsGravity {
    get { read(LayerProperties.contentsGravity) }
    set { set(LayerProperties.contentsGravity, newValue) }
  }

  /// The pixel format of the layer's own bitmap. With `RGBA16Float`, the drawing becomes a Core Image recipe in floats:
  /// colours above 1 and outside of sRGB are preserved, the whole layer is drawn each time, and it is blended in linear
  /// light.
  public var contentsFormat: CALayerContentsFormat {
    get { read(LayerProperties.contentsFormat) }
    set { set(LayerProperties.contentsFormat, newValue) }
  }

  /// The sampling of magnified contents.
  public var magnificationFilter: CALayerContentsFilter {
    get { read(LayerProperties.magnificationFilter) }
    set { set(LayerProperties.magnificationFilter, newValue) }
  }

  /// The sampling of minified contents.
  public var minificationFilter: CALayerContentsFilter {
    get { read(LayerProperties.minificationFilter) }
    set { set(LayerProperties.minificationFilter, newValue) }
  }

  /// The mip level bias of `trilinear` minification: above 0 softer, below 0 sharper. Clamped to −16...16.
  public var minificationFilterBias: Float {
    get { read(LayerProperties.minificationFilterBias) }
    set { set(LayerProperties.minificationFilterBias, newValue) }
  }

  /// A promise that the layer's own bitmap covers the bounds, so that it is created without alpha.
  public var isOpaque: Bool {
    get { read(LayerProperties.isOpaque) }
    set { set(LayerProperties.isOpaque, newValue) }
  }

  /// Stored without effect.
  public var drawsAsynchronously: Bool {
    get { read(LayerProperties.drawsAsynchronously) }
    set { set(LayerProperties.drawsAsynchronously, newValue) }
  }

  /// If true, a change of the bounds redraws the layer's own bitmap.
  public var needsDisplayOnBoundsChange: Bool {
    get { read(LayerProperties.needsDisplayOnBoundsChange) }
    set { set(LayerProperties.needsDisplayOnBoundsChange, newValue) }
  }

  /// The fill colour of the bounds, behind the contents.
  public var backgroundColor: CGColor? {
    get { readObject(LayerProperties.backgroundColor) }
    set { set(LayerProperties.backgroundColor, newValue) }
  }

  /// The colour of the border.
  public var borderColor: CGColor? {
    get { readObject(LayerProperties.borderColor) }
    set { set(LayerProperties.borderColor, newValue) }
  }

  /// The width of the border inside the bounds, above contents and sublayers; at most half of the smaller side.
  public var borderWidth: CGFloat {
    get { read(LayerProperties.borderWidth) }
    set { set(LayerProperties.borderWidth, newValue) }
  }

  /// The corner radius in points; at most half of the smaller side. Contents and sublayers are clipped only if
  /// `masksToBounds` is true.
  public var cornerRadius: CGFloat {
    get { read(LayerProperties.cornerRadius) }
    set { set(LayerProperties.cornerRadius, newValue) }
  }

  /// The corners that are rounded.
  public var maskedCorners: CACornerMask {
    get { read(LayerProperties.maskedCorners) }
    set { set(LayerProperties.maskedCorners, newValue) }
  }

  /// The shape of the rounded corners.
  public var cornerCurve: CALayerCornerCurve {
    get { read(LayerProperties.cornerCurve) }
    set { set(LayerProperties.cornerCurve, newValue) }
  }

  /// If true, the layer with its sublayers is clipped to its bounds, including its shadow.
  public var masksToBounds: Bool {
    get { read(LayerProperties.masksToBounds) }
    set { set(LayerProperties.masksToBounds, newValue) }
  }

  /// The edges that are antialiased. Other edges are moved to whole pixels, so that adjacent layers show no seam. Edges
  /// of rotated or 3D layers are always antialiased.
  public var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { read(LayerProperties.edgeAntialiasingMask) }
    set { set(LayerProperties.edgeAntialiasingMask, newValue) }
  }

  /// If false, no edge is antialiased, regardless of `edgeAntialiasingMask`.
  public var allowsEdgeAntialiasing: Bool {
    get { read(LayerProperties.allowsEdgeAntialiasing) }
    set { set(LayerProperties.allowsEdgeAntialiasing, newValue) }
  }

  /// The colour of the shadow; nil for no shadow.
  public var shadowColor: CGColor? {
    get { readObject(LayerProperties.shadowColor) }
    set { set(LayerProperties.shadowColor, newValue) }
  }

  /// The opacity of the shadow, 0...1; 0 for no shadow.
  public var shadowOpacity: Float {
    get { read(LayerProperties.shadowOpacity) }
    set { set(LayerProperties.shadowOpacity, newValue) }
  }

  /// The standard deviation of the shadow's blur, in points.
  public var shadowRadius: CGFloat {
    get { read(LayerProperties.shadowRadius) }
    set { set(LayerProperties.shadowRadius, newValue) }
  }

  /// The offset of the shadow, in the layer's coordinates.
  public var shadowOffset: CGSize {
    get { read(LayerProperties.shadowOffset) }
    set { set(LayerProperties.shadowOffset, newValue) }
  }

  /// The opacity of the layer with its sublayers, 0...1; stored unchanged, and clamped when it is drawn.
  public var opacity: Float {
    get { read(LayerProperties.opacity) }
    set { set(LayerProperties.opacity, newValue) }
  }

  /// If true, the layer and its sublayers are not drawn.
  public var isHidden: Bool {
    get { read(LayerProperties.isHidden) }
    set { set(LayerProperties.isHidden, newValue) }
  }

  /// If false, the layer is not drawn when its back faces the viewer.
  public var isDoubleSided: Bool {
    get { read(LayerProperties.isDoubleSided) }
    set { set(LayerProperties.isDoubleSided, newValue) }
  }

  /// If true, the layer is rendered to a bitmap before it is transformed.
  public var shouldRasterize: Bool {
    get { read(LayerProperties.shouldRasterize) }
    set { set(LayerProperties.shouldRasterize, newValue) }
  }

  /// The number of pixels per point of that bitmap.
  public var rasterizationScale: CGFloat {
    get { read(LayerProperties.rasterizationScale) }
    set { set(LayerProperties.rasterizationScale, newValue) }
  }

  /// If false, `opacity` is applied to each sublayer, and overlapping parts show through.
  public var allowsGroupOpacity: Bool {
    get { read(LayerProperties.allowsGroupOpacity) }
    set { set(LayerProperties.allowsGroupOpacity, newValue) }
  }

  /// The condition for tone mapping contents beyond `preferredDynamicRange`, by `CISystemToneMap`.
  public var toneMapMode: ToneMapMode {
    get { read(LayerProperties.toneMapMode) }
    set { set(LayerProperties.toneMapMode, newValue) }
  }

  /// Values above 1 reach the target in any case. If true, they are also preserved if `toneMapMode` is `.ifSupported`.
  public var wantsExtendedDynamicRangeContent: Bool {
    get { read(LayerProperties.wantsExtendedDynamicRangeContent) }
    set { set(LayerProperties.wantsExtendedDynamicRangeContent, newValue) }
  }

  /// The dynamic range of the contents: brighter ones are tone mapped, unless `toneMapMode` is `.never`.
  public var preferredDynamicRange: DynamicRange {
    get { read(LayerProperties.preferredDynamicRange) }
    set { set(LayerProperties.preferredDynamicRange, newValue) }
  }

  /// The headroom of the contents, relative to white at 1. If it is below 1 or not finite, that of the image applies
  /// (`CIImage.contentHeadroom`). Contents without a headroom are not tone mapped.
  public var contentsHeadroom: CGFloat {
    get { read(LayerProperties.contentsHeadroom) }
    set { set(LayerProperties.contentsHeadroom, newValue) }
  }

  /// Stored without effect.
  public var wantsDynamicContentScaling: Bool {
    get { read(LayerProperties.wantsDynamicContentScaling) }
    set { set(LayerProperties.wantsDynamicContentScaling, newValue) }
  }

  /// The name for key paths: `sublayers.NAME.opacity`.
  public var name: String? {
    get { readObject(LayerProperties.name) }
    set { set(LayerProperties.name, newValue) }
  }

  /// The margins and sides of the frame that are resized with the superlayer's bounds.
  public var autoresizingMask: CAAutoresizingMask {
    get { read(LayerProperties.autoresizingMask) }
    set { set(LayerProperties.autoresizingMask, newValue) }
  }

  /// A `CGImage` or a `CIImage` of finite extent. Other objects are stored but not drawn, and a message is logged.
  public var contents: Any? {
    get { readObject(LayerProperties.contents)?.object }
    set { set(LayerProperties.contents, newValue.map(AnyValue.init)) }
  }

  /// The shape of the shadow in the layer's coordinates, filled by the nonzero winding rule; nil is the shape of the
  /// layer.
  public var shadowPath: CGPath? {
    get { readObject(LayerProperties.shadowPath) }
    set { set(LayerProperties.shadowPath, newValue) }
  }

  /// The `CIFilter`s of the layer with its sublayers, in order; their `inputImage` is the layer. Positions are in the
  /// layer's coordinates, lengths in points. Filters are copied: change them by key paths, `filters.NAME.inputRadius`.
  public var filters: [Any]? {
    get { readObject(LayerProperties.filters)?.objects }
    set { set(LayerProperties.filters, newValue.map(ObjectList.init)) }
  }

  /// The `CIFilter`s of the backdrop, with the same conventions as `filters`.
  public var backgroundFilters: [Any]? {
    get { readObject(LayerProperties.backgroundFilters)?.objects }
    set { set(LayerProperties.backgroundFilters, newValue.map(ObjectList.init)) }
  }

  /// A `CIFilter` that composites the layer (`inputImage`) with the backdrop (`inputBackgroundImage`); nil is
  /// source-over.
  public var compositingFilter: Any? {
    get { readObject(LayerProperties.compositingFilter)?.object }
    set { set(LayerProperties.compositingFilter, newValue.map(AnyValue.init)) }
  }

  /// Default values for keys that the layer has no value for; a nested `style` provides further defaults.
  public var style: [AnyHashable: Any]? {
    get { readObject(LayerProperties.style)?.object as? [AnyHashable: Any] }
    set { set(LayerProperties.style, newValue.map { AnyValue(object: $0) }) }
  }
}
