/// The rows of a file that can be decoded without the others.
package enum RowAccess: Hashable, Sendable {
  /// None: interlaced PNG, progressive JPEG and WebP are decoded completely.
  case whole
  /// Any, but skipped rows are decoded and discarded, and reading an earlier row starts again. PNG and JPEG.
  case ascending
  /// Any, in any order. TIFF.
  case any
}

/// A decoder of one file: the header first, then rows.
protocol ImageFileReader: AnyObject {
  var header: ImageFileHeader { get }
  var access: RowAccess { get }
  /// The minimum size of a file with this number of pixels, in bytes.
  var minimumFileBytes: UInt64 { get }
  /// Decodes rows, top row first, in an order that `access` allows.
  func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, rowBytes: Int) throws(CodecError)
}
