import ImageGraph

/// Pixels in memory that a library of the app's has, top row first.
///
/// Unchecked: who may touch the memory, and for how long, says who lends it.
package struct SurfacePixels: @unchecked Sendable {
  package let start: UnsafeMutableRawPointer
  package let width, height, rowBytes: Int
  package let layout: SurfaceLayout
  /// False where the memory may end with the last row's last pixel.
  let hasWholeRows: Bool

  /// - Parameter name: what it is, for errors: "a cairo surface".
  /// - Throws: `invalidArgument` without memory, for sides below 1 and rows that are too short; `limit` for sides that
  ///   no image has.
  package init(
    _ name: String, start: UnsafeMutableRawPointer?, width: Int, height: Int, rowBytes: Int, layout: SurfaceLayout,
    hasWholeRows: Bool
  ) throws(RenderError) {
    let farthest = UserRect.farthest
    guard width > 0, height > 0 else {
      throw .invalidArgument("\(name) of \(width)x\(height) pixels; sides of 1 to \(farthest) are allowed")
    }
    guard max(width, height) <= farthest else {
      throw .limit("pixels along a side of \(name)", requested: UInt64(max(width, height)), allowed: UInt64(farthest))
    }
    guard let start else { throw .invalidArgument("\(name) without pixels; give one that has memory") }
    let least = width * layout.bytesPerPixel
    guard rowBytes >= least, !rowBytes.multipliedReportingOverflow(by: height).overflow else {
      throw .invalidArgument("\(name) has rows of \(rowBytes) bytes; \(width) pixels take \(least)")
    }
    (self.start, self.width, self.height, self.rowBytes) = (start, width, height, rowBytes)
    (self.layout, self.hasWholeRows) = (layout, hasWholeRows)
  }

  func place(row: Int, column: Int) -> UnsafeMutableRawPointer {
    start + row * rowBytes + column * layout.bytesPerPixel
  }

  /// The pixels in memory of its own, as a recipe reads them.
  func copied() throws(RenderError) -> PixelBuffer {
    let image = try PixelBuffer(width: width, height: height, format: layout.read.format)
    for y in 0..<height { layout.unpack(place(row: y, column: 0), to: image.row(y), width) }
    return image
  }

  /// True where engines may read the rows as they lie: what is beside the pixels of a row, they may read with them.
  var isReadInPlace: Bool {
    layout.isReadInPlace && (hasWholeRows || rowBytes == width * layout.bytesPerPixel)
  }
}
