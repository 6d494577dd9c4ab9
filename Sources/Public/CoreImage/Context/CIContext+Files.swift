import Foundation
import ImageCodecs
import ImageGraph

extension CIContext {
  /// The whole extent of the image as PNG; nil when that cannot be had, with the reason in the log.
  ///
  /// - Parameters:
  ///   - format: 8-bit formats write 8 bits a component, deeper ones 16. Formats without alpha write none; grey ones
  ///     (L) grey.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  ///   - options: `pngCompression`.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let options = WriteOptions(options).noted(in: log, by: "PNG")
    return logged("PNG") { () throws(RenderError) in
      try encoded(image, as: pngForm(image, format, options), colorSpace)
    }
  }

  /// Writes the whole extent of the image as PNG: to a temporary file beside `url` first, so that nothing is left
  /// half-written.
  ///
  /// Where the memory target allows only strips, they go straight into the file: the image is never whole in memory.
  ///
  /// - Throws: `RenderError`, which says what was asked, what is allowed and what to do; also for `options` that have
  ///   no effect.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: pngForm(image, format, WriteOptions(options).checked()), colorSpace, to: url)
  }

  /// The whole extent of the image as TIFF; nil when that cannot be had, with the reason in the log.
  ///
  /// - Parameters:
  ///   - format: the components of the file are as the format's: 8 or 16 bits, half or float. Formats without alpha
  ///     write none; grey ones (L) grey. Alpha is straight.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  public func tiffRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    WriteOptions(options).noted(in: log, by: "TIFF")
    return logged("TIFF") { () throws(RenderError) in try encoded(image, as: tiffForm(image, format), colorSpace) }
  }

  /// Writes the whole extent of the image as TIFF, by a temporary file as `writePNGRepresentation` does.
  public func writeTIFFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try WriteOptions(options).checked()
    try write(image, as: tiffForm(image, format), colorSpace, to: url)
  }

  /// The whole extent of the image as JPEG over black; nil when that cannot be had, with the reason in the log.
  ///
  /// - Parameter options: `kCGImageDestinationLossyCompressionQuality`, 0...1; 0.9 when left out.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let options = WriteOptions(options).noted(in: log, by: "JPEG")
    return logged("JPEG") { () throws(RenderError) in try encoded(image, as: jpegForm(options), colorSpace) }
  }

  /// Writes the whole extent of the image as JPEG over black, by a temporary file as `writePNGRepresentation` does.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: jpegForm(WriteOptions(options).checked()), colorSpace, to: url)
  }

  private func pngForm(
    _ image: CIImage, _ format: CIFormat, _ options: WriteOptions
  ) throws(RenderError) -> FileOutputSettings {
    let format = try stored(format)
    let isDeep = format.component != .unorm8
    return FileOutputSettings(
      encoding: PNGOptions(
        dropsAlpha: format.isOpaque || image.isOpaque, compressionLevel: options.pngCompression),
      format: format.isGrey && format.isOpaque ? (isDeep ? .l16 : .l8) : (isDeep ? .rgba16 : .rgba8),
      alpha: format.isOpaque ? .opaque : .straight)
  }

  private func tiffForm(_ image: CIImage, _ format: CIFormat) throws(RenderError) -> FileOutputSettings {
    let format = try stored(format)
    return FileOutputSettings(
      encoding: TIFFOptions(dropsAlpha: format.isOpaque || image.isOpaque),
      format: format.isGrey && format.isOpaque ? format : format.expanded, alpha: format.isOpaque ? .opaque : .straight)
  }

  private func jpegForm(_ options: WriteOptions) -> FileOutputSettings {
    FileOutputSettings(encoding: JPEGOptions(quality: options.quality), format: .rgba8, alpha: .premultiplied)
  }

  func encoded(_ image: CIImage, as form: FileOutputSettings, _ colorSpace: CGColorSpace) throws(RenderError) -> Data {
    let region = try pixelRegion(of: image, in: .infinite)
    let metadata = image.metadata(of: region, in: colorSpace.space)
    return try encoded(image.node, region, as: form, colorSpace: colorSpace.space, metadata: metadata).data
  }

  func write(
    _ image: CIImage, as form: FileOutputSettings, _ colorSpace: CGColorSpace, to url: URL
  ) throws(RenderError) {
    let region = try pixelRegion(of: image, in: .infinite)
    let metadata = image.metadata(of: region, in: colorSpace.space)
    try write(image.node, region, as: form, colorSpace: colorSpace.space, metadata: metadata, to: url)
  }

  func logged<T>(_ kind: String, _ body: () throws(RenderError) -> T) -> T? {
    do throws(RenderError) {
      return try body()
    } catch {
      log.note("no \(kind): \(error)")
      return nil
    }
  }
}
