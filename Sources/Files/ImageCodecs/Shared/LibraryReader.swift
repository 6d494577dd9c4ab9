import CCodecs

/// A decoder that reads a file with one of the C libraries.
final class LibraryReader: ImageFileReader {
  let header: ImageFileHeader
  let access: RowAccess
  let minimumFileBytes: UInt64
  private let source: ImageFileSource
  private let handle: OpaquePointer

  /// - Parameter open: reads up to the first pixels.
  init(
    _ source: ImageFileSource, open: (OpaquePointer, UnsafeMutablePointer<cc_failure>) -> OpaquePointer?,
    header: (OpaquePointer) -> ImageFileHeader
  ) throws(CodecError) {
    var failure = cc_failure()
    guard let handle = open(source.handle, &failure) else { throw CodecError(failure, source.name) }
    (self.source, self.handle) = (source, handle)
    self.header = header(handle)
    minimumFileBytes = cc_reader_minimum_file_bytes(handle)
    access =
      switch Int(cc_reader_access(handle)) {
      case Int(CC_ANY): .any
      case Int(CC_ASCENDING): .ascending
      default: .whole
      }
  }

  deinit { cc_reader_close(handle) }

  func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, rowBytes: Int) throws(CodecError) {
    var failure = cc_failure()
    guard cc_reader_rows(handle, UInt32(rows.lowerBound), UInt32(rows.count), pixels, rowBytes, &failure) != 0 else {
      throw CodecError(failure, source.name)
    }
  }
}
