import Foundation
import ImageGraph

// MARK: The plane

extension CGContext {
  /// From the user's plane to the base space.
  public var ctm: CGAffineTransform { state.ctm }

  /// Everything that follows is moved first.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }

  /// Everything that follows is scaled first.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }

  /// Everything that follows is turned first.
  ///
  /// - Parameter angle: radians, counter-clockwise where y points up.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Everything that follows goes through this map first; maps that are not finite are ignored.
  public func concatenate(_ transform: CGAffineTransform) {
    let next = transform.concatenating(state.ctm)
    guard next.isFinite else { return }
    state.ctm = next
  }

  /// From the user's plane to that of the target, which is the base space.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }
  /// A place of the user's plane in that of the target.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }
  /// A size of the user's plane in that of the target.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }
  /// A rectangle around one of the user's plane in that of the target.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }
  /// A place of the target in the user's plane.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }
  /// A size of the target in the user's plane.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }
  /// A rectangle around one of the target in the user's plane.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }
}

extension CGAffineTransform {
  var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy(\.isFinite) }
}

// MARK: Lines

extension CGContext {
  /// Units of the user's plane; 1 at first. 0: one pixel of the target. Negative widths and NaN are ignored.
  public func setLineWidth(_ width: CGFloat) { if width >= 0, width.isFinite { state.style.width = width } }

  /// How lines end; butt at first.
  public func setLineCap(_ cap: CGLineCap) { state.style.cap = cap }

  /// How lines meet; miter at first.
  public func setLineJoin(_ join: CGLineJoin) { state.style.join = join }

  /// How long a miter may be, in line widths; 10 at first.
  public func setMiterLimit(_ limit: CGFloat) { if limit.isFinite { state.style.miterLimit = max(limit, 1) } }

  /// Dashes.
  ///
  /// - Parameters:
  ///   - phase: how far into the lengths each subpath begins.
  ///   - lengths: dash, gap, dash, gap … in units of the user's plane; empty: none. Where one is negative or none is
  ///     above 0 there are no dashes.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    let isGood = phase.isFinite && lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 }
    (state.style.dashPhase, state.style.dashes) = isGood ? (Double(phase), lengths.map(Double.init)) : (0, [])
  }

  /// Kept by nobody: curves are always within a tenth of a pixel.
  public func setFlatness(_ flatness: CGFloat) {}

  /// Whether edges are soft; true at first.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.isAntialiased = shouldAntialias }

  /// How images are enlarged and reduced.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolation }
    set { state.interpolation = newValue }
  }
}

// MARK: Colours

extension CGContext {
  /// What is filled.
  public func setFillColor(_ color: CGColor) { (state.fill, state.fillSpace) = (.color(color), color.spaceOrRGB) }
  /// What lines are drawn with.
  public func setStrokeColor(_ color: CGColor) { (state.stroke, state.strokeSpace) = (.color(color), color.spaceOrRGB) }

  /// sRGB, 0...1.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }
  /// sRGB, 0...1.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// The grey of devices: all three components of sRGB.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(red: gray, green: gray, blue: gray, alpha: alpha)
  }
  /// The grey of devices: all three components of sRGB.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// Inks without a profile: red is (1 − cyan)(1 − black), and so on.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black), alpha: alpha)
  }
  /// Inks without a profile: red is (1 − cyan)(1 − black), and so on.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setStrokeColor(
      red: (1 - cyan) * (1 - black), green: (1 - magenta) * (1 - black), blue: (1 - yellow) * (1 - black), alpha: alpha)
  }

  /// The space of the components that follow; the colour becomes opaque black.
  public func setFillColorSpace(_ space: CGColorSpace) { setFillColor(space.black) }
  /// The space of the components that follow; the colour becomes opaque black.
  public func setStrokeColorSpace(_ space: CGColorSpace) { setStrokeColor(space.black) }

  /// Components in the space that was set, then alpha.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) { setFillColor(state.fillSpace.color(components)) }
  /// Components in the space that was set, then alpha.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    setStrokeColor(state.strokeSpace.color(components))
  }

  /// Fills with a pattern.
  ///
  /// - Parameter colorComponents: for a pattern without colours of its own those of the space that was set, then alpha;
  ///   otherwise alpha alone.
  public func setFillPattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
    state.fill = paint(pattern, state.fillSpace, colorComponents)
  }
  /// Draws lines with a pattern.
  ///
  /// - Parameter colorComponents: for a pattern without colours of its own those of the space that was set, then alpha;
  ///   otherwise alpha alone.
  public func setStrokePattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
    state.stroke = paint(pattern, state.strokeSpace, colorComponents)
  }
  /// Moves patterns that are set after this, in the base space.
  public func setPatternPhase(_ phase: CGSize) {
    if phase.width.isFinite, phase.height.isFinite { state.patternPhase = phase }
  }

  private func paint(_ pattern: CGPattern, _ space: CGColorSpace, _ components: UnsafePointer<CGFloat>) -> Paint {
    let tint =
      pattern.isColored ? CGColor(srgbRed: 0, green: 0, blue: 0, alpha: components[0]) : space.color(components)
    return .pattern(pattern, tint: tint, phase: state.patternPhase)
  }

  /// Multiplies the alpha of everything; 0...1, 1 at first.
  public func setAlpha(_ alpha: CGFloat) { if !alpha.isNaN { state.alpha = min(max(alpha, 0), 1) } }

  /// How paint and what is there become one colour.
  public func setBlendMode(_ mode: CGBlendMode) {
    if mode == .plusDarker { RenderLog.process.note("CGContext: plusDarker is drawn as normal") }
    state.blendMode = mode
  }

  /// A shadow under all that follows; each path, image or layer has its own.
  ///
  /// - Parameters:
  ///   - offset: in the base space: it does not turn with the CTM.
  ///   - blur: twice the standard deviation of the Gaussian, in the base space; at most 2000.
  ///   - color: nil: no shadow.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard offset.width.isFinite, offset.height.isFinite, !blur.isNaN else { return }
    state.shadow = color.map { Shadow(offset: offset, blur: min(max(blur, 0), 2000), color: $0) }
  }

  /// A shadow of black with an alpha of one third.
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
