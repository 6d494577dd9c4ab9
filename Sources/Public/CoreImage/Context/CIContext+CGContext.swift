import CoreGraphics
import Foundation
import ImageColor
import ImageGraph

/// The `CGContext` of a `CIContext` that draws.
struct DrawingContext: @unchecked Sendable {
  // Unchecked: only the thread that draws may use `context`; the `CIContext` uses it in `draw` alone.
  let context: CGContext
}

extension CIContext {
  /// Creates a context that draws images into a bitmap, a document or a layer of Core Graphics, together with other
  /// drawing. It also supports everything that other contexts do.
  ///
  /// - Parameters:
  ///   - cgContext: is retained. `draw` must be called on the thread that draws into it.
  ///   - options: options without effect are logged.
  public convenience init(cgContext: CGContext, options: [CIContextOption: Any]? = nil) {
    self.init(options: options)
    drawing.withLock { $0 = DrawingContext(context: cgContext) }
  }

  /// Renders a rectangle of an image and draws it, stretched, into a rectangle of the `CGContext` of this context. y
  /// points up in both. Clips, alpha, blend mode and shadow of the `CGContext` apply.
  ///
  /// The render has as many pixels as the rectangle has under the CTM, but not more than the image has. For bitmaps
  /// those are the bitmap's pixels, for documents 300 pixels per inch. If commands are recorded (`CGLayer`, patterns),
  /// the render has all of the image's pixels. Colours are in the colour space of the `CGContext`, 8 bits a component.
  /// Documents store the result as an image. If the render has more than 16 million pixels, only the pixels inside the
  /// clips are rendered.
  ///
  /// - Parameters:
  ///   - inRect: in the user space of the `CGContext`.
  ///   - fromRect: in the image's pixels. Outside of the extent nothing is painted.
  ///
  /// Failures are logged: a context without a `CGContext`, rectangles that are empty or not finite, and failed renders.
  public func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect) {
    guard let target = drawing.withLock({ $0 }) else {
      log.note("CIContext.draw(_:in:from:): there is no CGContext; create the context with init(cgContext:options:)")
      return
    }
    draw(image, in: inRect, from: fromRect, into: target.context)
  }

  /// Draws as `draw(_:in:from:)` does, without stretching.
  @available(*, deprecated, message: "use draw(_:in:from:)")
  public func draw(_ image: CIImage, at atPoint: CGPoint, from fromRect: CGRect) {
    draw(image, in: CGRect(origin: atPoint, size: fromRect.standardized.size), from: fromRect)
  }

  /// Creates a layer for the `CGContext` of this context. Returns nil if there is none, or if a side of the size is not
  /// above 0.
  @available(*, deprecated, message: "use CGLayer(_:size:auxiliaryInfo:)")
  public func createCGLayer(with size: CGSize, info: CFDictionary?) -> CGLayer? {
    drawing.withLock { $0 }.flatMap { CGLayer($0.context, size: size, auxiliaryInfo: info) }
  }

  /// Draws as `draw(_:in:from:)` does, into any `CGContext`.
  ///
  /// - Returns: false if nothing was drawn; the log states the reason.
  @discardableResult
  package func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect, into context: CGContext) -> Bool {
    let (target, from) = (inRect.standardized, fromRect.standardized)
    guard let toTarget = stretchTransform(from, over: target) else {
      log.note(
        "CIContext.draw: both rectangles need a width and a height above 0, up to 1e9 (got \(from) into \(target))")
      return false
    }
    let part = from.common(with: image.extent)
    guard !part.isEmpty else { return true }
    let map = toTarget.concatenating(context.ctm)
    let isVisible = map.a * map.d - map.b * map.c != 0
    guard isVisible else { return true }
    // Never more pixels than the image has.
    func scale(_ x: CGFloat, _ y: CGFloat) -> CGFloat { context.resolution.map { min(1, hypot(x, y) * $0) } ?? 1 }
    var drawnRegion = DrawnRegion(part.integral, scale(map.a, map.b), scale(map.c, map.d))
    if drawnRegion.pixelCount > DrawnRegion.maxPixelCount {
      // Two more pixels on each side, for interpolation at the edges.
      let visible = context.boundingBoxOfClipPath.applying(toTarget.inverted()).common(with: drawnRegion.region)
      guard !visible.isEmpty else { return true }
      let margin = CGSize(width: 2 / drawnRegion.scale.width, height: 2 / drawnRegion.scale.height)
      let visiblePixels = visible.insetBy(dx: -margin.width, dy: -margin.height).integral.common(
        with: drawnRegion.region)
      drawnRegion = DrawnRegion(visiblePixels, drawnRegion.scale.width, drawnRegion.scale.height)
    }
    let (source, area) = drawnRegion.image(of: image)
    // Grey bitmaps receive RGB: drawing converts it to grey.
    let own = context.colorSpace.flatMap { $0.model == .rgb ? $0 : nil } ?? CGColorSpace(.sRGB)
    guard let pixels = createCGImage(source, from: area, format: .RGBA8, colorSpace: own) else { return false }
    context.drawClipped(pixels, in: drawnRegion.region.applying(toTarget), inside: part.applying(toTarget))
    return true
  }
}

/// A region of whole pixels of an image, and the scale to which it is reduced before drawing.
private struct DrawnRegion {
  static let maxPixelCount = 16e6

  let region: CGRect
  let scale: CGSize
  private let width, height: CGFloat

  init(_ region: CGRect, _ scaleX: CGFloat, _ scaleY: CGFloat) {
    self.region = region
    scale = CGSize(width: scaleX, height: scaleY)
    (width, height) = (max(1, (region.width * scaleX).rounded(.up)), max(1, (region.height * scaleY).rounded(.up)))
  }

  var pixelCount: Double { width * height }

  func image(of image: CIImage) -> (CIImage, CGRect) {
    if width == region.width, height == region.height { return (image, region) }
    let map = CGAffineTransform(translationX: -region.minX, y: -region.minY)
      .concatenating(CGAffineTransform(scaleX: width / region.width, y: height / region.height))
    let area = CGRect(x: 0, y: 0, width: width, height: height)
    // Clamping keeps pixels outside of the region out of the means at its edges.
    return (image.clamped(to: region).transformed(by: map, highQualityDownsample: true).cropped(to: area), area)
  }
}

/// Returns the map from one rectangle to another. Returns nil if one of them is empty, or has coordinates that are not
/// finite or above 1e9.
private func stretchTransform(_ from: CGRect, over target: CGRect) -> CGAffineTransform? {
  let isValid = [from, target].allSatisfy { rect in
    [rect.minX, rect.minY, rect.width, rect.height].allSatisfy { abs($0) <= 1e9 } && rect.width > 0 && rect.height > 0
  }
  guard isValid else { return nil }
  let (x, y) = (target.width / from.width, target.height / from.height)
  return CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: target.minX - from.minX * x, ty: target.minY - from.minY * y)
}

extension CGContext {
  /// Draws `pixels` into `rect`, clipped to `visible` if that is smaller: its edges may be fractions of a pixel. The
  /// current path is kept.
  fileprivate func drawClipped(_ pixels: CGImage, in rect: CGRect, inside visible: CGRect) {
    guard !visible.contains(rect) else { return draw(pixels, in: rect) }
    let path = path
    saveGState()
    clip(to: visible)
    draw(pixels, in: rect)
    restoreGState()
    if let path { addPath(path) }
  }
}
