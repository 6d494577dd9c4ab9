import ImageGraph

/// Some rows of a rendered picture, top first: valid while the call that lends them lasts.
package struct RenderedStrip {
  /// The picture's row that this strip begins with.
  package let firstRow: Int
  package let width: Int
  package let height: Int
  package let rows: UnsafeRawPointer
  package let rowBytes: Int
  package let format: PixelFormat

  init(firstRow: Int, width: Int, height: Int, rows: UnsafeRawPointer, rowBytes: Int, format: PixelFormat) {
    (self.firstRow, self.width, self.height) = (firstRow, width, height)
    (self.rows, self.rowBytes, self.format) = (rows, rowBytes, format)
  }

  init(whole pixels: PixelBuffer) {
    self.init(
      firstRow: 0, width: pixels.width, height: pixels.height, rows: pixels.bytes, rowBytes: pixels.rowBytes,
      format: pixels.format)
  }

  /// Copies the rows to their place in a whole picture's memory.
  package func copy(to picture: UnsafeMutableRawPointer, rowBytes pitch: Int) {
    for row in 0..<height {
      (picture + (firstRow + row) * pitch).copyMemory(
        from: rows + row * rowBytes, byteCount: width * format.bytesPerPixel)
    }
  }

  /// Lends the strip in another format, where components are picked or moved, or as it is.
  func converted(
    to wanted: PixelFormat, _ receive: (RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) {
    if wanted == format { return try receive(self) }
    let wide = PixelBuffer(
      width: width, height: height, format: format, rowBytes: rowBytes, adopting: UnsafeMutableRawPointer(mutating: rows)
    ) { _ in }
    let stored = try PixelBuffer(width: width, height: height, format: wanted)
    for y in 0..<height { for x in 0..<width { stored.store(wide.color(x: x, y: y), x: x, y: y) } }
    try receive(
      RenderedStrip(
        firstRow: firstRow, width: width, height: height, rows: stored.bytes, rowBytes: stored.rowBytes, format: wanted))
  }
}
