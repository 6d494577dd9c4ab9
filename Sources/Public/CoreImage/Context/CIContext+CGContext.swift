import CoreGraphics
import Foundation
import ImageColor
import ImageGraph

/// The `CGContext` of a `CIContext` that draws.
struct DrawingContext: @unchecked Sendable {
  // Unchecked: `draw` is for the thread that draws into it, and nothing else of a context looks at it.
  let context: CGContext
}

extension CIContext {
  /// A context that draws images into a bitmap, a document or a layer of Core Graphics, beside whatever else is drawn
  /// there. It does all that other contexts do as well.
  ///
  /// - Parameters:
  ///   - cgContext: kept; `draw` is for the thread that draws into it.
  ///   - options: those that have no effect are a line in the log.
  public convenience init(cgContext: CGContext, options: [CIContextOption: Any]? = nil) {
    self.init(options: options)
    drawing.withLock { $0 = DrawingContext(context: cgContext) }
  }

  /// Renders a part of an image and puts it into a rectangle of the `CGContext` that this context was made for,
  /// stretched, with y up in both; clips, alpha, blend mode and shadow of the `CGContext` count.
  ///
  /// It is rendered with as many pixels as the rectangle has under the CTM, but never with more than the image has: in
  /// a bitmap its pixels, in documents 300 to an inch; in what is kept as commands (`CGLayer`, patterns) all of the
  /// image's. Colours are those of the `CGContext`, 8 bits a component; documents get it as an image. Of what has more
  /// than 16 million pixels only those are rendered that the clips let through.
  ///
  /// - Parameters:
  ///   - inRect: in the user space of the `CGContext`.
  ///   - fromRect: in the image's pixels; outside of the extent nothing is painted.
  ///
  /// What cannot be drawn is a line in the log: a context that was made without a `CGContext`, rectangles without
  /// content or with numbers that are none, renders that fail.
  public func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect) {
    guard let target = drawing.withLock({ $0 }) else {
      log.note("CIContext.draw(_:in:from:): nothing to draw into; make the context with init(cgContext:options:)")
      return
    }
    draw(image, in: inRect, from: fromRect, into: target.context)
  }

  /// `draw(_:in:from:)` without stretching.
  @available(*, deprecated, message: "use draw(_:in:from:)")
  public func draw(_ image: CIImage, at atPoint: CGPoint, from fromRect: CGRect) {
    draw(image, in: CGRect(origin: atPoint, size: fromRect.standardized.size), from: fromRect)
  }

  /// A layer for the `CGContext` that this context was made for; nil without one, and for sizes that are not above 0.
  @available(*, deprecated, message: "use CGLayer(_:size:auxiliaryInfo:)")
  public func createCGLayer(with size: CGSize, info: CFDictionary?) -> CGLayer? {
    drawing.withLock { $0 }.flatMap { CGLayer($0.context, size: size, auxiliaryInfo: info) }
  }

  /// `draw(_:in:from:)` into any `CGContext`.
  ///
  /// - Returns: false when nothing could be drawn; the reason is in the log.
  @discardableResult
  package func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect, into context: CGContext) -> Bool {
    let (target, from) = (inRect.standardized, fromRect.standardized)
    guard let toTarget = stretching(from, over: target) else {
      log.note("CIContext.draw: from \(from) into \(target); both need a width and a height above 0, up to 1e9")
      return false
    }
    let part = from.common(with: image.extent)
    guard !part.isEmpty else { return true }
    let map = toTarget.concatenating(context.ctm)
    let isVisible = map.a * map.d - map.b * map.c != 0
    guard isVisible else { return true }
    // Never more pixels than the image has.
    func scale(_ x: CGFloat, _ y: CGFloat) -> CGFloat { context.resolution.map { min(1, hypot(x, y) * $0) } ?? 1 }
    var shape = DrawnRegion(part.integral, scale(map.a, map.b), scale(map.c, map.d))
    if shape.pixelCount > DrawnRegion.most {
      // Two pixels more, for what is interpolated at the edges.
      let visible = context.boundingBoxOfClipPath.applying(toTarget.inverted()).common(with: shape.region)
      guard !visible.isEmpty else { return true }
      let margin = CGSize(width: 2 / shape.scale.width, height: 2 / shape.scale.height)
      let wanted = visible.insetBy(dx: -margin.width, dy: -margin.height).integral.common(with: shape.region)
      shape = DrawnRegion(wanted, shape.scale.width, shape.scale.height)
    }
    let (source, area) = shape.image(of: image)
    // Grey bitmaps take colours, too: they are brought to grey when they are drawn.
    let own = context.colorSpace.flatMap { $0.model == .rgb ? $0 : nil } ?? CGColorSpace(.sRGB)
    guard let pixels = createCGImage(source, from: area, format: .RGBA8, colorSpace: own) else { return false }
    context.putting(pixels, in: shape.region.applying(toTarget), inside: part.applying(toTarget))
    return true
  }
}

/// The whole pixels of an image that are drawn, and how far they are shrunk before.
private struct DrawnRegion {
  static let most = 16e6

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
    // Edges stay as they are: nothing from outside takes part in their means.
    return (image.clamped(to: region).transformed(by: map, highQualityDownsample: true).cropped(to: area), area)
  }
}

/// From one rectangle to another; nil where one of them has nothing in it, or numbers that are none or too large.
private func stretching(_ from: CGRect, over target: CGRect) -> CGAffineTransform? {
  let good = [from, target].allSatisfy { rect in
    [rect.minX, rect.minY, rect.width, rect.height].allSatisfy { abs($0) <= 1e9 } && rect.width > 0 && rect.height > 0
  }
  guard good else { return nil }
  let (x, y) = (target.width / from.width, target.height / from.height)
  return CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: target.minX - from.minX * x, ty: target.minY - from.minY * y)
}

extension CGContext {
  /// Draws pixels that reach beyond what is to be seen of them where that has parts of pixels. The path stays.
  fileprivate func putting(_ pixels: CGImage, in rect: CGRect, inside visible: CGRect) {
    guard !visible.contains(rect) else { return draw(pixels, in: rect) }
    let path = path
    saveGState()
    clip(to: visible)
    draw(pixels, in: rect)
    restoreGState()
    if let path { addPath(path) }
  }
}
