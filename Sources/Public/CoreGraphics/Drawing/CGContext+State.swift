import Foundation
import ImageGraph

// MARK: The plane

extension CGContext {
  /// The transform from user space to the base space.
  public var ctm: CGAffineTransform { state.ctm }

  /// Translates user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }

  /// Scales user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }

  /// Rotates user space.
  ///
  /// - Parameter angle: radians, counter-clockwise with y pointing up.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Applies a transform to user space. Transforms that are not finite are ignored.
  public func concatenate(_ transform: CGAffineTransform) {
    let next = transform.concatenating(state.ctm)
    guard next.isFinite else { return }
    state.ctm = next
  }

  /// The transform from user space to device space, which is the base space.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }
  /// Converts a point from user space to device space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }
  /// Converts a size from user space to device space.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }
  /// Returns the bounding box in device space of a rectangle in user space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }
  /// Converts a point from device space to user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }
  /// Converts a size from device space to user space.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }
  /// Returns the bounding box in user space of a rectangle in device space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }
}

extension CGAffineTransform {
  var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
}

// MARK: Lines

extension CGContext {
  /// Sets the line width, in units of user space; 1 by default. Width 0 draws one pixel of the target. Negative widths
  /// and NaN are ignored.
  public func setLineWidth(_ width: CGFloat) { if width >= 0, width.isFinite { state.style.width = width } }

  /// Sets the line cap; butt by default.
  public func setLineCap(_ cap: CGLineCap) { state.style.cap = cap }

  /// Sets the line join; miter by default.
  public func setLineJoin(_ join: CGLineJoin) { state.style.join = join }

  /// Sets the maximum length of a miter, in line widths; 10 by default.
  public func setMiterLimit(_ limit: CGFloat) { if limit.isFinite { state.style.miterLimit = max(limit, 1) } }

  /// Sets the dash pattern.
  ///
  /// - Parameters:
  ///   - phase: the offset into the pattern at which each subpath begins.
  ///   - lengths: dash, gap, dash, gap … in units of user space. If the array is empty, if a length is negative, or if
  ///     no length is above 0, lines are solid.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let isValid = phase.isFinite && lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 }
    (state.style.dashPhase, state.style.dashes) = isValid ? (Double(phase), lengths.map(Double.init)) : (0, [])
  }

  /// Has no effect: curves are always flattened to within a tenth of a pixel.
  public func setFlatness(_ flatness: CGFloat) {}

  /// Sets whether edges are antialiased; true by default.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.isAntialiased = shouldAntialias }

  /// The filter for enlarging and reducing images.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolation }
    set { state.interpolation = newValue }
  }
}

// MARK: Colours

extension CGContext {
  /// Sets the fill colour.
  public func setFillColor(_ color: CGColor) { (state.fill, state.fillSpace) = (.color(color), color.spaceOrRGB) }
  /// Sets the stroke colour.
  public func setStrokeColor(_ color: CGColor) { (state.stroke, state.strokeSpace) = (.color(color), color.spaceOrRGB) }

  /// Sets the fill colour in sRGB, 0...1.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }
  /// Sets the stroke colour in sRGB, 0...1.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Sets the fill colour to a device grey: all three components of sRGB.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(red: gray, green: gray, blue: gray, alpha: alpha)
  }
  /// Sets the stroke colour to a device grey: all three components of sRGB.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// Sets the fill colour from inks without a profile: red is (1 − cyan)(1 − black), and so on.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black), alpha: alpha)
  }
  /// Sets the stroke colour from inks without a profile: red is (1 − cyan)(1 − black), and so on.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setStrokeColor(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black), alpha: alpha)
  }

  /// Sets the colour space of later fill components; the fill colour becomes opaque black.
  public func setFillColorSpace(_ space: CGColorSpace) { setFillColor(space.black) }
  /// Sets the colour space of later stroke components; the stroke colour becomes opaque black.
  public func setStrokeColorSpace(_ space: CGColorSpace) { setStrokeColor(space.black) }

  /// Sets the fill colour: components in the fill colour space, then alpha.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) { setFillColor(state.fillSpace.color(components)) }
  /// Sets the stroke colour: components in the stroke colour space, then alpha.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    setStrokeColor(state.strokeSpace.color(components))
  }

  /// Sets the fill to a pattern.
  ///
  /// - Parameter colorComponents: for an uncoloured pattern, components in the fill colour space, then alpha; for a
  ///   coloured pattern, alpha alone.
  public func setFillPattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
    state.fill = paint(pattern, state.fillSpace, colorComponents)
  }
  /// Sets the stroke to a pattern.
  ///
  /// - Parameter colorComponents: for an uncoloured pattern, components in the stroke colour space, then alpha; for a
  ///   coloured pattern, alpha alone.
  public func setStrokePattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
    state.stroke = paint(pattern, state.strokeSpace, colorComponents)
  }
  /// Sets the offset of patterns that are set after this call, in the base space.
  public func setPatternPhase(_ phase: CGSize) {
    if phase.width.isFinite, phase.height.isFinite { state.patternPhase = phase }
  }

  private func paint(_ pattern: CGPattern, _ space: CGColorSpace, _ components: UnsafePointer<CGFloat>) -> Paint {
    let tint =
      pattern.isColored ? CGColor(srgbRed: 0, green: 0, blue: 0, alpha: components[0]) : space.color(components)
    return .pattern(pattern, tint: tint, phase: state.patternPhase)
  }

  /// Sets the factor of all alpha; 0...1, 1 by default.
  public func setAlpha(_ alpha: CGFloat) { if !alpha.isNaN { state.alpha = min(max(alpha, 0), 1) } }

  /// Sets the blend mode.
  public func setBlendMode(_ mode: CGBlendMode) {
    if mode == .plusDarker { RenderLog.process.note("CGContext: plusDarker is drawn as normal") }
    state.blendMode = mode
  }

  /// Sets the shadow of later drawing; each path, image or layer casts its own.
  ///
  /// - Parameters:
  ///   - offset: in the base space: it does not rotate with the CTM.
  ///   - blur: twice the standard deviation of the Gaussian, in the base space; at most 2000.
  ///   - color: nil disables the shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard offset.width.isFinite, offset.height.isFinite, !blur.isNaN else { return }
    state.shadow = color.map { Shadow(offset: offset, blur: min(max(blur, 0), 2000), color: $0) }
  }

  /// Sets a black shadow with an alpha of one third.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1.0 / 3))
  }
}

extension CGColor {
  fileprivate var spaceOrRGB: CGColorSpace { colorSpace ?? CGColorSpace(.sRGB) }
}

extension CGColorSpace {
  fileprivate var black: CGColor { color(Array(repeating: 0, count: numberOfComponents) + [1]) }

  fileprivate func color(_ components: UnsafePointer<CGFloat>) -> CGColor {
    color(Array(UnsafeBufferPointer(start: components, count: numberOfComponents + 1)))
  }

  private func color(_ components: [CGFloat]) -> CGColor {
    CGColor(colorSpace: self, components: components) ?? .black
  }
}
