import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

// Formats of libraries that are loaded at run time: OpenEXRCore and libheif.

extension CIContext {
  /// Encodes the whole extent of the image as OpenEXR: linear light in the working space's primaries, as half floats,
  /// or as floats if the working format is float.
  ///
  /// - Throws: `RenderError`; `unsupported` if OpenEXRCore is not installed.
  public func openEXRRepresentation(
    of image: CIImage, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    try WriteOptions(options).checked()
    return try encoded(image, as: exrSettings(image), exrSpace)
  }

  /// Writes the whole extent of the image as OpenEXR, through a temporary file as `writePNGRepresentation` does.
  public func writeOpenEXRRepresentation(
    of image: CIImage, to url: URL, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try WriteOptions(options).checked()
    try write(image, as: exrSettings(image), exrSpace, to: url)
  }

  /// Encodes the whole extent of the image as HEIC. On failure returns nil, and the log states the reason.
  ///
  /// - Parameters:
  ///   - format: 8-bit formats write 8 bits a component, deeper ones 10. Formats without alpha write none.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  ///   - options: `kCGImageDestinationLossyCompressionQuality`, 0...1; 0.9 by default.
  public func heifRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let options = WriteOptions(options).noted(in: log, by: "HEIC")
    return logged("HEIC") { () throws(RenderError) in
      try encoded(image, as: heifSettings(image, format, .hevc, options), colorSpace)
    }
  }

  /// Writes the whole extent of the image as HEIC, through a temporary file as `writePNGRepresentation` does.
  public func writeHEIFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: heifSettings(image, format, .hevc, WriteOptions(options).checked()), colorSpace, to: url)
  }

  /// Encodes the whole extent of the image as HEIC with 10 bits a component. The file has no alpha if the image is
  /// opaque.
  public func heif10Representation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    try encoded(image, as: heifSettings(image, .RGBA16, .hevc, WriteOptions(options).checked()), colorSpace)
  }

  /// Writes the whole extent of the image as HEIC with 10 bits a component.
  public func writeHEIF10Representation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: heifSettings(image, .RGBA16, .hevc, WriteOptions(options).checked()), colorSpace, to: url)
  }

  /// Encodes the whole extent of the image as AVIF, as `heifRepresentation` encodes HEIC; deeper formats write 12 bits.
  /// Not part of Apple's API.
  public func avifRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    try encoded(image, as: heifSettings(image, format, .av1, WriteOptions(options).checked()), colorSpace)
  }

  /// Writes the whole extent of the image as AVIF. Not part of Apple's API.
  public func writeAVIFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: heifSettings(image, format, .av1, WriteOptions(options).checked()), colorSpace, to: url)
  }

  private func exrSettings(_ image: CIImage) -> FileOutputSettings {
    FileOutputSettings(
      encoding: EXROptions(dropsAlpha: image.isOpaque), format: workingFormat == .RGBAf ? .rgbaf : .rgbah,
      alpha: .premultiplied)
  }

  /// OpenEXR files state primaries. Working spaces of ICC profiles may have none; extended linear sRGB replaces them.
  private var exrSpace: CGColorSpace {
    let space = settings.passes.workingSpace.linearized
    return CGColorSpace(space.primaries == nil ? .extendedLinearSRGB : space)
  }

  private func heifSettings(
    _ image: CIImage, _ format: CIFormat, _ compression: HEIFOptions.Compression,
    _ options: WriteOptions
  ) throws(RenderError) -> FileOutputSettings {
    let format = try stored(format)
    let isDeep = format.component != .unorm8
    let dropsAlpha = format.isOpaque || image.isOpaque
    return FileOutputSettings(
      encoding: HEIFOptions(
        compression: compression, bits: isDeep ? (compression == .hevc ? 10 : 12) : 8, quality: options.quality,
        dropsAlpha: dropsAlpha),
      format: isDeep ? .rgba16 : .rgba8, alpha: format.isOpaque ? .opaque : .straight)
  }
}
