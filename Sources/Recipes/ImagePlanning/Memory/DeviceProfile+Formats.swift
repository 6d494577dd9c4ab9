import ImageGraph
import ImagePrograms

/// The layout of sources that kernels read.
extension DeviceProfile {
  /// Returns the format of a source's pixels in device memory for a kernel that loads them in this form.
  package func format(of source: Source, readAs form: Program.LoadForm) -> PixelFormat {
    if case .planes = form { return source.format }
    // Images in device memory are not expanded.
    if source.shape.isResident, source.format.isReadInPlace { return source.format }
    return format(of: source.format, readAs: form)
  }

  /// Returns the format for pixels in host memory.
  func format(of source: PixelFormat, readAs form: Program.LoadForm) -> PixelFormat {
    if form == .texel, rules.readsInPlace, readTexels.contains(source) { return source }
    let isReadAsIs = source == .bgra8 && (form == .texel ? readsBlueFirst : form == .packed(.bgra8))
    return isReadAsIs ? .bgra8 : source.expanded
  }

  /// The minimum size of an imported image, in bytes. Smaller images are copied, which is faster.
  private static let minimumImportBytes = 1 << 16

  /// Returns whether kernels can read the pixels without a copy: the device shares the host's memory, and the format,
  /// row stride and alignment are supported.
  package func canImport(_ pixels: PixelBuffer, as format: PixelFormat, pitch: Int) -> Bool {
    importsImages && format == pixels.format && pixels.rowBytes == pitch * format.bytesPerPixel
      && pixels.byteCount >= Self.minimumImportBytes
      && UInt(bitPattern: pixels.bytes) % UInt(max(texelAlignment, 16)) == 0
  }

  /// Returns whether kernels will be able to read pixels that are fetched for this render without a copy. Their rows
  /// have the layout that kernels expect, and are aligned to 16 bytes. A larger alignment is not guaranteed.
  func willImport(byteCount: Int, of source: PixelFormat, as format: PixelFormat) -> Bool {
    importsImages && format == source && byteCount >= Self.minimumImportBytes && texelAlignment <= 16
  }
}
