import ImageGraph

/// Some rows of a rendered image, top first, or a part of them: valid while the call that lends them lasts.
package struct RenderedStrip {
  /// The image's row that this strip begins with.
  package let firstRow: Int
  /// The image's column that it begins with; 0 for whole rows.
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

  /// Copies the rows to their place in a whole image's memory, unless they were made there.
  package func copy(to image: UnsafeMutableRawPointer, rowBytes pitch: Int) {
    let first = image + firstRow * pitch + firstColumn * format.bytesPerPixel
    if rows == UnsafeRawPointer(first) { return }
    RowCopy(height, of: width * format.bytesPerPixel, from: rows, rowBytes, to: first, pitch).run()
  }
}
