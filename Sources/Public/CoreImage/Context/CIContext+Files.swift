import Foundation
import ImageCodecs
import ImageGraph

extension CIContext {
  /// Encodes the whole extent of the image as PNG. On failure returns nil, and the log states the reason.
  ///
  /// - Parameters:
  ///   - format: 8-bit formats write 8 bits a component, deeper ones 16. Formats without alpha write none; grey formats
  ///     (L) write grey.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  ///   - options: `pngCompression`.
  public func pngRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let options = WriteOptions(options).noted(in: log, by: "PNG")
    return logged("PNG") { () throws(RenderError) in
      try encoded(image, as: pngSettings(image, format, options), colorSpace)
    }
  }

  /// Writes the whole extent of the image as PNG. The data go to a temporary file next to `url` first, so that an error
  /// leaves no incomplete file.
  ///
  /// If the memory target allows only strips, each is written to the file as it is rendered. The whole image is then
  /// never in memory.
  ///
  /// - Throws: `RenderError`, which states the request, the limit and the remedy; also for `options` that have no
  ///   effect.
  public func writePNGRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: pngSettings(image, format, WriteOptions(options).checked()), colorSpace, to: url)
  }

  /// Encodes the whole extent of the image as TIFF. On failure returns nil, and the log states the reason.
  ///
  /// - Parameters:
  ///   - format: determines the components of the file: 8 or 16 bits, half or float. Formats without alpha write none;
  ///     grey formats (L) write grey. Alpha is straight.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  public func tiffRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    WriteOptions(options).noted(in: log, by: "TIFF")
    return logged("TIFF") { () throws(RenderError) in try encoded(image, as: tiffSettings(image, format), colorSpace) }
  }

  /// Writes the whole extent of the image as TIFF, through a temporary file as `writePNGRepresentation` does.
  public func writeTIFFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try WriteOptions(options).checked()
    try write(image, as: tiffSettings(image, format), colorSpace, to: url)
  }

  /// Encodes the whole extent of the image as JPEG over black. On failure returns nil, and the log states the reason.
  ///
  /// - Parameter options: `kCGImageDestinationLossyCompressionQuality`, 0...1; 0.9 by default.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let options = WriteOptions(options).noted(in: log, by: "JPEG")
    return logged("JPEG") { () throws(RenderError) in try encoded(image, as: jpegSettings(options), colorSpace) }
  }

  /// Writes the whole extent of the image as JPEG over black, through a temporary file as `writePNGRepresentation`
  /// does.
  public func writeJPEGRepresentation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: jpegSettings(WriteOptions(options).checked()), colorSpace, to: url)
  }

  private func pngSettings(
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

  private func tiffSettings(_ image: CIImage, _ format: CIFormat) throws(RenderError) -> FileOutputSettings {
    let format = try stored(format)
    return FileOutputSettings(
      encoding: TIFFOptions(dropsAlpha: format.isOpaque || image.isOpaque),
      format: format.isGrey && format.isOpaque ? format : format.expanded, alpha: format.isOpaque ? .opaque : .straight)
  }

  private func jpegSettings(_ options: WriteOptions) -> FileOutputSettings {
    FileOutputSettings(encoding: JPEGOptions(quality: options.quality), format: .rgba8, alpha: .premultiplied)
  }

  func encoded(_ image: CIImage, as output: FileOutputSettings, _ colorSpace: CGColorSpace) throws(RenderError) -> Data
  {
    let region = try pixelRegion(of: image, in: .infinite)
    let metadata = image.metadata(of: region, in: colorSpace.space)
    return try encoded(image.node, region, as: output, colorSpace: colorSpace.space, metadata: metadata).data
  }

  func write(
    _ image: CIImage, as output: FileOutputSettings, _ colorSpace: CGColorSpace, to url: URL
  ) throws(RenderError) {
    let region = try pixelRegion(of: image, in: .infinite)
    let metadata = image.metadata(of: region, in: colorSpace.space)
    try write(image.node, region, as: output, colorSpace: colorSpace.space, metadata: metadata, to: url)
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
