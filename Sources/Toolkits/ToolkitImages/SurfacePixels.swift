import ImageGraph

/// Pixels in memory that a library of the app owns, top row first.
///
/// Unchecked: the owner defines when the memory may be accessed.
package struct SurfacePixels: @unchecked Sendable {
  package let start: UnsafeMutableRawPointer
  package let width, height, rowBytes: Int
  package let layout: SurfaceLayout
  /// Whether the last row has its complete stride. If false, the memory may end with the last pixel.
  let hasWholeRows: Bool

  /// - Parameter name: the kind of surface, for error texts: "a cairo surface".
  /// - Throws: `invalidArgument` without memory, for sides below 1 and for too short rows; `limit` for sides above the
  ///   maximum of images.
  package init(
    _ name: String, start: UnsafeMutableRawPointer?, width: Int, height: Int, rowBytes: Int, layout: SurfaceLayout,
    hasWholeRows: Bool
  ) throws(RenderError) {
    let farthest = UserRect.farthest
    guard width > 0, height > 0 else {
      throw .invalidArgument("\(name) has \(width)x\(height) pixels; its sides must be from 1 to \(farthest)")
    }
    guard max(width, height) <= farthest else {
      throw .limit(
        "the pixels along a side of \(name)", requested: UInt64(max(width, height)), allowed: UInt64(farthest))
    }
    guard let start else { throw .invalidArgument("\(name) without pixels; pass one that has memory") }
    let minimum = width * layout.bytesPerPixel
    guard rowBytes >= minimum, !rowBytes.multipliedReportingOverflow(by: height).overflow else {
      throw .invalidArgument("\(name) has rows of \(rowBytes) bytes; \(width) pixels need at least \(minimum)")
    }
    (self.start, self.width, self.height, self.rowBytes) = (start, width, height, rowBytes)
    (self.layout, self.hasWholeRows) = (layout, hasWholeRows)
  }

  func address(row: Int, column: Int) -> UnsafeMutableRawPointer {
    start + row * rowBytes + column * layout.bytesPerPixel
  }

  /// Returns a copy of the pixels in the format that recipes read.
  func copied() throws(RenderError) -> PixelBuffer {
    let image = try PixelBuffer(width: width, height: height, format: layout.read.format)
    for y in 0..<height { layout.unpack(address(row: y, column: 0), to: image.row(y), width) }
    return image
  }

  /// Whether engines may read the rows without a copy. They may also read the padding of a row.
  var isReadInPlace: Bool {
    layout.isReadInPlace && (hasWholeRows || rowBytes == width * layout.bytesPerPixel)
  }
}
