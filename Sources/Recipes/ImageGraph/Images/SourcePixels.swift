import Synchronization

/// The pixels of an image: fetched when they are first asked for, whole or in rows.
package final class SourcePixels: Sendable {
  /// False when the pixels are somebody else's to keep: they are fetched each time.
  let keeps: Bool
  private let fetch: @Sendable () throws(RenderError) -> PixelBuffer
  private let openRows: (@Sendable () throws(RenderError) -> any RowReader)?
  private let own: Mutex<PixelBuffer?>

  init(
    keeps: Bool, rows: (@Sendable () throws(RenderError) -> any RowReader)?,
    fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
  ) {
    (self.keeps, self.fetch, openRows) = (keeps, fetch, rows)
    own = Mutex(nil)
  }

  /// Pixels that are there already.
  init(_ pixels: PixelBuffer) {
    (keeps, openRows) = (true, nil)
    own = Mutex(pixels)
    fetch = { () throws(RenderError) in pixels }
  }

  var kept: PixelBuffer? { own.withLock { $0 } }
  var givesRows: Bool { openRows != nil }
  func rowReader() throws(RenderError) -> (any RowReader)? { try openRows?() }

  func fetched(for shape: Source.Shape, _ label: String) throws(RenderError) -> PixelBuffer {
    try own.withLock { (kept) throws(RenderError) -> PixelBuffer in
      if let kept { return kept }
      let pixels = try fetch()
      guard pixels.width == shape.width, pixels.height == shape.height, pixels.format == shape.format else {
        throw .image(
          "\(label): \(shape.width)x\(shape.height) \(shape.format.rawValue) was announced, "
            + "\(pixels.width)x\(pixels.height) \(pixels.format.rawValue) came")
      }
      if keeps { kept = pixels }
      return pixels
    }
  }
}
