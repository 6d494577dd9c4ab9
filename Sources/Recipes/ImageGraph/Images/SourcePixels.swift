import Synchronization

/// The pixels of an image, which are fetched on first use, whole or in rows.
package final class SourcePixels: Sendable {
  /// Whether the pixels are retained after they were fetched. See `Source.cachesPixels`.
  let isCached: Bool
  private let fetch: @Sendable () throws(RenderError) -> PixelBuffer
  private let openRows: (@Sendable () throws(RenderError) -> any RowReader)?
  private let cache: Mutex<PixelBuffer?>

  init(
    isCached: Bool, rows: (@Sendable () throws(RenderError) -> any RowReader)?,
    fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
  ) {
    (self.isCached, self.fetch, openRows) = (isCached, fetch, rows)
    cache = Mutex(nil)
  }

  /// Creates an instance from pixels in memory.
  init(_ pixels: PixelBuffer) {
    (isCached, openRows) = (true, nil)
    cache = Mutex(pixels)
    fetch = { () throws(RenderError) in pixels }
  }

  var cached: PixelBuffer? { cache.withLock { $0 } }
  var hasRowReader: Bool { openRows != nil }
  func rowReader() throws(RenderError) -> (any RowReader)? { try openRows?() }

  func fetched(for shape: Source.Shape, _ label: String) throws(RenderError) -> PixelBuffer {
    try cache.withLock { (cached) throws(RenderError) -> PixelBuffer in
      if let cached { return cached }
      let pixels = try fetch()
      guard pixels.width == shape.width, pixels.height == shape.height, pixels.format == shape.format else {
        throw .image(
          "\(label): expected \(shape.width)x\(shape.height) \(shape.format.rawValue), "
            + "got \(pixels.width)x\(pixels.height) \(pixels.format.rawValue)")
      }
      if isCached { cached = pixels }
      return pixels
    }
  }
}
