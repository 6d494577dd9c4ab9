import CoreGraphics
import Foundation
import ImageGraph

extension PlatformImage {
  /// Draws the image upright with its lower left corner at a point of a context whose y points up.
  ///
  /// - Parameter isFlipped: true for contexts whose y points down: the upper left corner then is at the point.
  public func draw(at point: CGPoint, in context: CGContext, isFlipped: Bool = false) {
    draw(in: CGRect(origin: point, size: size), context: context, isFlipped: isFlipped)
  }

  /// Draws the image upright into a rectangle of a context, stretched. The form is taken that has pixels enough for
  /// it; recipes are rendered with as many as the rectangle has.
  ///
  /// - Parameters:
  ///   - isFlipped: true for contexts whose y points down.
  ///   - blendMode: how it and what is there become one colour.
  ///   - alpha: 0...1, multiplied with the context's. Nil: alpha and blend mode of the context count.
  public func draw(
    in rect: CGRect, context: CGContext, isFlipped: Bool = false, blendMode: CGBlendMode? = nil, alpha: CGFloat? = nil
  ) {
    let rect = rect.standardized
    guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite else { return }
    let upright = context.ctm
    let device = context.resolution ?? 1
    let across = (hypot(upright.a, upright.b) * rect.width * device, hypot(upright.c, upright.d) * rect.height * device)
    guard let form = form(for: imageOrientation.isTurned ? across.1 : across.0) else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let blendMode { context.setBlendMode(blendMode) }
    if let alpha { context.setAlpha(alpha) }
    context.translateBy(x: rect.minX, y: isFlipped ? rect.maxY : rect.minY)
    if isFlipped { context.scaleBy(x: 1, y: -1) }
    // Turned in its own plane, a unit square, which is then stretched.
    context.scaleBy(x: rect.width, y: rect.height)
    let turn = imageOrientation.cgImagePropertyOrientation.map(width: 1, height: 1)
    context.concatenate(CGAffineTransform(turn))
    form.draw(in: CGRect(x: 0, y: 0, width: 1, height: 1), context: context)
  }

  /// The pixels as the image is shown: rendered, turned upright, 8 bits a component in sRGB, `scale` pixels a point;
  /// nil, with the reason in the log, for an image without forms and when the render fails.
  public func preparingForDisplay() -> PlatformImage? {
    guard let upright, let pixels = Self.renderer.createCGImage(upright, from: upright.extent) else { return nil }
    return PlatformImage(cgImage: pixels, scale: scale, orientation: .up)
  }

  /// The image as PNG, upright; nil, with the reason in the log, when it cannot be written.
  public func pngData() -> Data? { upright.flatMap { Self.file($0, .png) } }

  /// The image as JPEG, upright, over black; nil, with the reason in the log, when it cannot be written.
  ///
  /// - Parameter compressionQuality: 0...1, 1 is best.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    upright.flatMap { Self.file($0, .jpeg, quality: compressionQuality) }
  }

  /// The image as TIFF, upright; nil, with the reason in the log, when it cannot be written.
  public var tiffRepresentation: Data? { upright.flatMap { Self.file($0, .tiff) } }

  /// The form with the most pixels as a recipe, turned.
  private var upright: CIImage? {
    guard let form = form(for: .greatestFiniteMagnitude), let recipe = form.recipe else {
      RenderLog.process.note("PlatformImage: there is no form with pixels; add one with addRepresentation(_:)")
      return nil
    }
    return recipe.oriented(imageOrientation.cgImagePropertyOrientation)
  }

  static func file(_ image: CIImage, _ type: BitmapImageRep.FileType, quality: Double = 0.9) -> Data? {
    let space = image.colorSpace.flatMap { $0.model == .rgb ? $0 : nil } ?? CGColorSpace(.sRGB)
    let isDeep = image.cgImage.map { $0.bitsPerComponent > 8 } ?? false
    let format: CIFormat = isDeep ? .RGBA16 : .RGBA8
    return switch type {
    case .png: renderer.pngRepresentation(of: image, format: format, colorSpace: space)
    case .tiff: renderer.tiffRepresentation(of: image, format: format, colorSpace: space)
    case .jpeg:
      renderer.jpegRepresentation(
        of: image, colorSpace: space,
        options: [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: quality])
    }
  }

  /// The pixels of a file as it has them, not turned.
  static func stored(_ file: CIImage) -> CGImage? {
    do throws(RenderError) {
      return try CGImage(stored: file)
    } catch {
      RenderLog.process.note("PlatformImage: \(error)")
      return nil
    }
  }
}

extension CIImage {
  /// The pixels or the recipe of an image, as stored: it is not turned, but its properties say how it is to be, which
  /// `CIImageOption.applyOrientationProperty` does. Nil for an image without forms.
  public convenience init?(image: PlatformImage, options: [CIImageOption: Any]? = nil) {
    let stated = [kCGImagePropertyOrientation: Int(image.imageOrientation.cgImagePropertyOrientation.rawValue)]
    var options = options ?? [:]
    if let pixels = image.cgImage {
      if options[.properties] == nil { options[.properties] = stated }
      self.init(cgImage: pixels, options: options)
    } else if let recipe = image.ciImage {
      let turns = number(from: options[.applyOrientationProperty]) == 1
      self.init(as: turns ? recipe.oriented(image.imageOrientation.cgImagePropertyOrientation) : recipe)
    } else {
      return nil
    }
  }
}
