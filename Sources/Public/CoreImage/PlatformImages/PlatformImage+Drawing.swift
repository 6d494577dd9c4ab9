import CoreGraphics
import Foundation
import ImageGraph

extension PlatformImage {
  /// Draws the image upright with its lower left corner at a point of a context whose y points up.
  ///
  /// - Parameter isFlipped: whether the context's y points down. The upper left corner is then at the point.
  public func draw(at point: CGPoint, in context: CGContext, isFlipped: Bool = false) {
    draw(in: CGRect(origin: point, size: size), context: context, isFlipped: isFlipped)
  }

  /// Draws the image upright into a rectangle of a context, stretched. Selects a representation with sufficient pixels;
  /// recipes are rendered with as many pixels as the rectangle has.
  ///
  /// - Parameters:
  ///   - isFlipped: whether the context's y points down.
  ///   - blendMode: nil: that of the context.
  ///   - alpha: 0...1, multiplied with the context's. Nil: that of the context.
  public func draw(
    in rect: CGRect, context: CGContext, isFlipped: Bool = false, blendMode: CGBlendMode? = nil, alpha: CGFloat? = nil
  ) {
    let rect = rect.standardized
    guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite else { return }
    let upright = context.ctm
    let device = context.resolution ?? 1
    let across = (hypot(upright.a, upright.b) * rect.width * device, hypot(upright.c, upright.d) * rect.height * device)
    guard let representation = representation(for: imageOrientation.swapsAxes ? across.1 : across.0) else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let blendMode { context.setBlendMode(blendMode) }
    if let alpha { context.setAlpha(alpha) }
    context.translateBy(x: rect.minX, y: isFlipped ? rect.maxY : rect.minY)
    if isFlipped { context.scaleBy(x: 1, y: -1) }
    // The image is rotated in the unit square, which is then stretched.
    context.scaleBy(x: rect.width, y: rect.height)
    let rotation = imageOrientation.cgImagePropertyOrientation.map(width: 1, height: 1)
    context.concatenate(CGAffineTransform(rotation))
    representation.draw(in: CGRect(x: 0, y: 0, width: 1, height: 1), context: context)
  }

  /// Renders the image upright, 8 bits a component in sRGB, `scale` pixels per point. On failure, and for an image
  /// without representations, returns nil, and the log states the reason.
  public func preparingForDisplay() -> PlatformImage? {
    guard let upright, let pixels = Self.renderer.createCGImage(upright, from: upright.extent) else { return nil }
    return PlatformImage(cgImage: pixels, scale: scale, orientation: .up)
  }

  /// Encodes the upright image as PNG. On failure returns nil, and the log states the reason.
  public func pngData() -> Data? { upright.flatMap { Self.file($0, .png) } }

  /// Encodes the upright image as JPEG over black. On failure returns nil, and the log states the reason.
  ///
  /// - Parameter compressionQuality: 0...1, 1 is best.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    upright.flatMap { Self.file($0, .jpeg, quality: compressionQuality) }
  }

  /// The upright image as TIFF. Nil on failure; the log states the reason.
  public var tiffRepresentation: Data? { upright.flatMap { Self.file($0, .tiff) } }

  /// The representation with the most pixels as a recipe, rotated to upright.
  private var upright: CIImage? {
    guard let representation = representation(for: .greatestFiniteMagnitude), let recipe = representation.recipe else {
      RenderLog.process.note("PlatformImage: the image has no representation with pixels; use addRepresentation(_:)")
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

  /// Returns the pixels of a file as stored, not rotated.
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
  /// Creates an image of the stored pixels or the recipe of an image. It is not rotated; its properties contain the
  /// orientation for `CIImageOption.applyOrientationProperty`. Returns nil for an image without representations.
  public convenience init?(image: PlatformImage, options: [CIImageOption: Any]? = nil) {
    let stated = [kCGImagePropertyOrientation: Int(image.imageOrientation.cgImagePropertyOrientation.rawValue)]
    var options = options ?? [:]
    if let pixels = image.cgImage {
      if options[.properties] == nil { options[.properties] = stated }
      self.init(cgImage: pixels, options: options)
    } else if let recipe = image.ciImage {
      let appliesOrientation = number(from: options[.applyOrientationProperty]) == 1
      self.init(as: appliesOrientation ? recipe.oriented(image.imageOrientation.cgImagePropertyOrientation) : recipe)
    } else {
      return nil
    }
  }
}
