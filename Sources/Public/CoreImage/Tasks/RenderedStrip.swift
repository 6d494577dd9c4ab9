import ImageGraph

/// Rows of a rendered image, top first, or a rectangle of it. Valid during the call that receives it.
package struct RenderedStrip {
  /// The image row of the strip's first row.
  package let firstRow: Int
  /// The image column of its first column; 0 for whole rows.
  package let firstColumn: Int
  package let width: Int
  package let height: Int
  package let rows: UnsafeRawPointer
  package let rowBytes: Int
  package let format: PixelFormat

  init(
    firstRow: Int, firstColumn: Int = 0, width: Int, height: Int, rows: UnsafeRawPointer, rowBytes: Int,
    format: PixelFormat
  ) {
    (self.firstRow, self.firstColumn, self.width, self.height) = (firstRow, firstColumn, width, height)
    (self.rows, self.rowBytes, self.format) = (rows, rowBytes, format)
  }

  init(whole pixels: PixelBuffer) {
    self.init(
      firstRow: 0, width: pixels.width, height: pixels.height, rows: pixels.bytes, rowBytes: pixels.rowBytes,
      format: pixels.format)
  }

  /// Copies the rows to their position in a whole image's memory, unless they were rendered there.
  package func copy(to image: UnsafeMutableRawPointer, rowBytes pitch: Int) {
    let first = image + firstRow * pitch + firstColumn * format.bytesPerPixel
    if rows == UnsafeRawPointer(first) { return }
    RowCopy(height, of: width * format.bytesPerPixel, from: rows, rowBytes, to: first, pitch).run()
  }
}
