import Foundation
import ImageGraph

/// An image whose pixels the app provides on demand.
///
/// Unchecked: a lock serialises the calls of the app's object.
final class ProvidedImage: @unchecked Sendable {
  let width, height: Int
  let format: PixelFormat
  /// Columns and rows of a tile; nil: rectangles of any size.
  let tile: (width: Int, height: Int)?
  private let provider: any CIImageProvider
  private let userInfo: Any?
  private let lock = NSLock()

  init(
    _ provider: any CIImageProvider, _ userInfo: Any?, width: Int, height: Int, format: PixelFormat,
    tile: (width: Int, height: Int)?
  ) {
    (self.provider, self.userInfo) = (provider, userInfo)
    (self.width, self.height, self.format, self.tile) = (width, height, format, tile)
  }

  func whole() throws(RenderError) -> PixelBuffer {
    let pixels = try PixelBuffer(width: width, height: height, format: format)
    try ProvidedTiles(self).read(0..<height, into: pixels.bytes, rowBytes: pixels.rowBytes)
    return pixels
  }

  /// Calls the provider for a rectangle, in memory that is zero.
  fileprivate func provide(
    _ rows: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeMutableRawPointer, _ rowBytes: Int
  ) throws(RenderError) {
    do {
      try lock.withLock {
        try provider.provideImageData(
          bytes, bytesPerRow: rowBytes, origin: columns.lowerBound, rows.lowerBound, size: columns.count, rows.count,
          userInfo: userInfo)
      }
    } catch {
      throw .image(
        "the provider of an image failed for \(columns.count)x\(rows.count) pixels from column \(columns.lowerBound), "
          + "row \(rows.lowerBound): \(error)")
    }
  }
}

/// The reader of the image, which requests whole tiles. Tiles that two reads share are cached for the second one.
final class ProvidedTiles: PartReader {
  private struct TileIndex: Hashable {
    let column, row: Int
  }

  private let image: ProvidedImage
  private var cache: [TileIndex: PixelBuffer] = [:]
  /// The size limit of the cache; tiles beyond it are requested again.
  private static let maxCachedBytes = 16 << 20

  init(_ image: ProvidedImage) { self.image = image }

  func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError) {
    try read(rows, columns: 0..<image.width, into: bytes, rowBytes: rowBytes)
  }

  func read(
    _ rows: Range<Int>, columns: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int
  ) throws(RenderError) {
    guard let tile = image.tile else { return try image.provide(rows, columns, bytes, rowBytes) }
    var next: [TileIndex: PixelBuffer] = [:]
    var cachedBytes = 0
    for row in rows.tiles(of: tile.height) {
      let tileRows = row.range(of: tile.height, within: image.height)
      for column in columns.tiles(of: tile.width) {
        let tileColumns = column.range(of: tile.width, within: image.width)
        let (shownRows, shownColumns) = (tileRows.clamped(to: rows), tileColumns.clamped(to: columns))
        let target =
          bytes + (shownRows.lowerBound - rows.lowerBound) * rowBytes
          + (shownColumns.lowerBound - columns.lowerBound) * image.format.bytesPerPixel
        if shownRows == tileRows, shownColumns == tileColumns {
          try image.provide(tileRows, tileColumns, target, rowBytes)
          continue
        }
        let tileIndex = TileIndex(column: column, row: row)
        let pixels = if let cached = cache[tileIndex] { cached } else { try tilePixels(tileRows, tileColumns) }
        for (index, y) in shownRows.enumerated() {
          let from = (shownColumns.lowerBound - tileColumns.lowerBound) * image.format.bytesPerPixel
          (target + index * rowBytes).copyMemory(
            from: pixels.row(y - tileRows.lowerBound) + from,
            byteCount: shownColumns.count * image.format.bytesPerPixel)
        }
        cachedBytes += pixels.byteCount
        if cachedBytes <= Self.maxCachedBytes { next[tileIndex] = pixels }
      }
    }
    cache = next
  }

  private func tilePixels(_ rows: Range<Int>, _ columns: Range<Int>) throws(RenderError) -> PixelBuffer {
    let pixels = try PixelBuffer(width: columns.count, height: rows.count, format: image.format)
    try image.provide(rows, columns, pixels.bytes, pixels.rowBytes)
    return pixels
  }
}

extension Range<Int> {
  /// The indices of the tiles of this size that intersect the range.
  fileprivate func tiles(of size: Int) -> Range<Int> {
    isEmpty ? 0..<0 : lowerBound / size..<(upperBound - 1) / size + 1
  }
}

extension Int {
  /// Returns the rows or columns of the tile with this index.
  fileprivate func range(of size: Int, within whole: Int) -> Range<Int> {
    self * size..<self * size + Swift.min(size, whole - self * size)
  }
}
