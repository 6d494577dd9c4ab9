import Foundation
import ImageCodecs
import ImageColor
import ImageGraph
import ImagePasses
import ImageVulkan

extension CIContext {
  /// The whole extent of the image as PNG; nil when that cannot be had, with the reason in the log.
  ///
  /// - Parameters:
  ///   - format: 8-bit formats write 8 bits a component, deeper ones 16. Formats without alpha write none; grey ones (L) grey.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    logged("PNG") { () throws(RenderError) in
      try pictured(image, png: format, colorSpace) { view, space throws(CodecError) in
        try encodePNG(view, colorSpace: space, options: pngOptions(image, format))
      }
    }
  }

  /// Writes the whole extent of the image as PNG: to a temporary file beside `url` first, so that nothing is left half-written.
  ///
  /// - Throws: `RenderError`, which says what was asked, what is allowed and what to do.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try pictured(image, png: format, colorSpace) { view, space throws(CodecError) in
      try writePNG(view, colorSpace: space, options: pngOptions(image, format), to: url)
    }
  }

  /// The whole extent of the image as TIFF; nil when that cannot be had, with the reason in the log.
  ///
  /// - Parameters:
  ///   - format: the components of the file are as the format's: 8 or 16 bits, half or float. Formats without alpha write none;
  ///     grey ones (L) grey. Alpha is straight.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  public func tiffRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    logged("TIFF") { () throws(RenderError) in
      try pictured(image, tiff: format, colorSpace) { view, space throws(CodecError) in
        try encodeTIFF(view, colorSpace: space, options: tiffOptions(image, format))
      }
    }
  }

  /// Writes the whole extent of the image as TIFF, by a temporary file as `writePNGRepresentation` does.
  public func writeTIFFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try pictured(image, tiff: format, colorSpace) { view, space throws(CodecError) in
      try writeTIFF(view, colorSpace: space, options: tiffOptions(image, format), to: url)
    }
  }

  /// The whole extent of the image as JPEG over black; nil when that cannot be had, with the reason in the log.
  ///
  /// - Parameter options: `kCGImageDestinationLossyCompressionQuality`, 0...1; 0.9 when left out.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    logged("JPEG") { () throws(RenderError) in
      try pictured(image, as: .rgba8, .premultiplied, colorSpace.space) { view, space throws(CodecError) in
        try encodeJPEG(view, colorSpace: space, options: jpegOptions(options))
      }
    }
  }

  /// Writes the whole extent of the image as JPEG over black, by a temporary file as `writePNGRepresentation` does.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try pictured(image, as: .rgba8, .premultiplied, colorSpace.space) { view, space throws(CodecError) in
      try writeJPEG(view, colorSpace: space, options: jpegOptions(options), to: url)
    }
  }

  private func pngOptions(_ image: CIImage, _ format: CIFormat) -> PNGOptions {
    PNGOptions(dropsAlpha: format.pixelFormat?.isOpaque == true || image.isOpaque)
  }

  private func tiffOptions(_ image: CIImage, _ format: CIFormat) -> TIFFOptions {
    TIFFOptions(dropsAlpha: format.pixelFormat?.isOpaque == true || image.isOpaque)
  }

  private func jpegOptions(_ options: [CIImageRepresentationOption: Any]) -> JPEGOptions {
    let key = CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality)
    var result = JPEGOptions()
    if let quality = number(from: options[key]) { result.quality = min(max(quality, 0), 1) }
    return result
  }

  private func pictured<T>(
    _ image: CIImage, png format: CIFormat, _ colorSpace: CGColorSpace,
    _ use: (PixelView, ColorSpace) throws(CodecError) -> T
  ) throws(RenderError) -> T {
    let format = try stored(format)
    let isDeep = format.component != .unorm8
    let wanted: PixelFormat = format.isGrey ? (isDeep ? .l16 : .l8) : (isDeep ? .rgba16 : .rgba8)
    return try pictured(image, as: wanted, format.isOpaque ? .opaque : .straight, colorSpace.space, use)
  }

  private func pictured<T>(
    _ image: CIImage, tiff format: CIFormat, _ colorSpace: CGColorSpace,
    _ use: (PixelView, ColorSpace) throws(CodecError) -> T
  ) throws(RenderError) -> T {
    let format = try stored(format)
    let wanted = format.isGrey ? format : format.widened
    return try pictured(image, as: wanted, format.isOpaque ? .opaque : .straight, colorSpace.space, use)
  }

  /// Renders the extent and lends its pixels to a codec.
  private func pictured<T>(
    _ image: CIImage, as format: PixelFormat, _ alpha: AlphaState, _ space: ColorSpace,
    _ use: (PixelView, ColorSpace) throws(CodecError) -> T
  ) throws(RenderError) -> T {
    let region = try pixelRegion(of: image, in: .infinite)
    var result: T?
    var whole: PixelBuffer?
    try renderRows(image.node, region, format: format, space: space, alpha: alpha) { strip throws(RenderError) in
      // Codecs take a picture at once; strips are collected first.
      var picture = strip
      if strip.height < Int(region.height) {
        let pixels =
          if let whole { whole } else {
            try PixelBuffer(width: Int(region.width), height: Int(region.height), format: format)
          }
        whole = pixels
        strip.copy(to: pixels.bytes, rowBytes: pixels.rowBytes)
        if strip.firstRow + strip.height < pixels.height { return }
        picture = RenderedStrip(whole: pixels)
      }
      let view = PixelView(
        picture.rows, width: picture.width, height: picture.height, rowBytes: picture.rowBytes,
        layout: PixelLayout(format))
      result = try pictureResult { () throws(CodecError) in try use(view, space) }
    }
    guard let result else { throw .unsupported("the renderer gave no pixels") }
    return result
  }

  private func logged<T>(_ kind: String, _ body: () throws(RenderError) -> T) -> T? {
    do throws(RenderError) {
      return try body()
    } catch {
      Log.note("no \(kind): \(error)")
      return nil
    }
  }
}

extension PixelFormat {
  fileprivate var isGrey: Bool {
    switch self {
    case .l8, .l16, .lh, .lf: true
    default: false
    }
  }
}

extension PixelLayout {
  /// Of pixels that were rendered for a codec: grey or RGBA.
  package init(_ format: PixelFormat) {
    self =
      switch format {
      case .l8: .grey8
      case .l16: .grey16
      case .lh: .greyHalf
      case .lf: .greyFloat
      case .rgba16: .rgba16
      case .rgbah: .rgbaHalf
      case .rgbaf: .rgbaFloat
      default: .rgba8
      }
  }
}
