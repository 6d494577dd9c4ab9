import ImageGraph
import ImagePrograms

/// How sources lie where kernels read them.
extension DeviceProfile {
  /// The format that a source's pixels have in device memory for a kernel that reads them in this form.
  package func format(of source: Source, readAs form: Program.LoadForm) -> PixelFormat {
    // Nobody expands what lies on a device.
    if source.shape.isResident, source.format.isReadInPlace { return source.format }
    return format(of: source.format, readAs: form)
  }

  /// The same for pixels of the host.
  func format(of source: PixelFormat, readAs form: Program.LoadForm) -> PixelFormat {
    if form == .texel, rules.readsInPlace, readTexels.contains(source) { return source }
    let isReadAsIs = source == .bgra8 && (form == .texel ? readsBlueFirst : form == .packed(.bgra8))
    return isReadAsIs ? .bgra8 : source.expanded
  }

  /// Smaller images are copied, in bytes: importing costs more.
  private static let leastImport = 1 << 16

  /// True when kernels can read the pixels where they are: the device shares the host's memory, and format, rows and
  /// alignment are as kernels expect them.
  package func canImport(_ pixels: PixelBuffer, as format: PixelFormat, pitch: Int) -> Bool {
    importsImages && format == pixels.format && pixels.rowBytes == pitch * format.bytesPerPixel
      && pixels.byteCount >= Self.leastImport
      && UInt(bitPattern: pixels.bytes) % UInt(max(texelAlignment, 16)) == 0
  }

  /// The same of pixels that will be read or made for this render, with rows as kernels expect them. Rows begin at
  /// multiples of 16 bytes; where more is asked for, it takes luck.
  func willImport(byteCount: Int, of source: PixelFormat, as format: PixelFormat) -> Bool {
    importsImages && format == source && byteCount >= Self.leastImport && texelAlignment <= 16
  }
}
