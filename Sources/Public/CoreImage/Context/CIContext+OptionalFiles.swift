import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

// The formats of libraries that are looked for at run time: OpenEXRCore and libheif.

extension CIContext {
  /// The whole extent of the image as OpenEXR: linear light of the working space's primaries, half floats, or floats
  /// where the context works in them.
  ///
  /// - Throws: `RenderError`; `unsupported` where OpenEXRCore is not installed.
  public func openEXRRepresentation(
    of image: CIImage, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    try WriteOptions(options).checked()
    return try encoded(image, as: exrForm(image), exrSpace)
  }

  /// Writes the whole extent of the image as OpenEXR, by a temporary file as `writePNGRepresentation` does.
  public func writeOpenEXRRepresentation(
    of image: CIImage, to url: URL, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try WriteOptions(options).checked()
    try write(image, as: exrForm(image), exrSpace, to: url)
  }

  /// The whole extent of the image as HEIC; nil when that cannot be had, with the reason in the log.
  ///
  /// - Parameters:
  ///   - format: 8-bit formats write 8 bits a component, deeper ones 10. Formats without alpha write none.
  ///   - colorSpace: of the values in the file, which is tagged with it.
  ///   - options: `kCGImageDestinationLossyCompressionQuality`, 0...1; 0.9 when left out.
  public func heifRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let options = WriteOptions(options).noted(in: log, by: "HEIC")
    return logged("HEIC") { () throws(RenderError) in
      try encoded(image, as: heifForm(image, format, .hevc, options), colorSpace)
    }
  }

  /// Writes the whole extent of the image as HEIC, by a temporary file as `writePNGRepresentation` does.
  public func writeHEIFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: heifForm(image, format, .hevc, WriteOptions(options).checked()), colorSpace, to: url)
  }

  /// The whole extent of the image as HEIC of 10 bits a component, opaque where the image is.
  public func heif10Representation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    try encoded(image, as: heifForm(image, .RGBA16, .hevc, WriteOptions(options).checked()), colorSpace)
  }

  /// Writes the whole extent of the image as HEIC of 10 bits a component.
  public func writeHEIF10Representation(
    of image: CIImage, to url: URL, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: heifForm(image, .RGBA16, .hevc, WriteOptions(options).checked()), colorSpace, to: url)
  }

  /// This package's own: the whole extent of the image as AVIF, by the same rules as `heifRepresentation`, but
  /// that deeper formats write 12 bits.
  public func avifRepresentation(
    of image: CIImage, format: CIFormat, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) throws -> Data {
    try encoded(image, as: heifForm(image, format, .av1, WriteOptions(options).checked()), colorSpace)
  }

  /// This package's own: writes the whole extent of the image as AVIF.
  public func writeAVIFRepresentation(
    of image: CIImage, to url: URL, format: CIFormat, colorSpace: CGColorSpace,
    options: [CIImageRepresentationOption: Any] = [:]
  ) throws {
    try write(image, as: heifForm(image, format, .av1, WriteOptions(options).checked()), colorSpace, to: url)
  }

  private func exrForm(_ image: CIImage) -> FileOutputSettings {
    FileOutputSettings(
      encoding: EXROptions(dropsAlpha: image.isOpaque), format: workingFormat == .RGBAf ? .rgbaf : .rgbah,
      alpha: .premultiplied)
  }

  /// The file can state any primaries; working spaces of profiles have none to state.
  private var exrSpace: CGColorSpace {
    let space = settings.passes.workingSpace.linearized
    return CGColorSpace(space.primaries == nil ? .extendedLinearSRGB : space)
  }

  private func heifForm(
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
