/// Which rows of a file can be had without the others.
package enum RowAccess: Hashable, Sendable {
  /// None: interlaced PNG, progressive JPEG and WebP come whole.
  case whole
  /// Any, but rows that are passed over are decoded and forgotten; to go back is to begin anew. PNG and JPEG.
  case ascending
  /// Any, in any order. TIFF.
  case any
}

/// One file being read: header at once, then rows.
protocol ImageFileReader: AnyObject {
  var header: ImageFileHeader { get }
  var access: RowAccess { get }
  /// No file of fewer bytes can hold that many pixels.
  var leastFileBytes: UInt64 { get }
  /// Fills rows, counted from the top, as `access` allows.
  func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, rowBytes: Int) throws(CodecError)
}
