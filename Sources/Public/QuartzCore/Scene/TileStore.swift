import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import Synchronization

/// A source that draws tiles.
protocol TileSource: AnyObject {
  /// Draws the rectangle of the clip, in the layer's coordinates.
  func drawTile(in context: CGContext)
}

/// The cached tiles of a layer.
///
/// Unchecked: mutable state is guarded by a lock. The layer, which must not change while its tree is rendered, draws on
/// one thread at a time.
final class TileStore: @unchecked Sendable {
  private weak var source: (any TileSource)?
  private let state = Mutex(State())
  private let drawing = NSLock()

  private struct Key: Hashable {
    let level: TileLevel
    let column, row: Int
  }

  private struct Tile {
    let pixels: [UInt8]
    var use: Int
  }

  private struct WeakNode {
    weak var node: Node?
  }

  private struct State {
    var images: [TileLevel: WeakNode] = [:]
    var tiles: [Key: Tile] = [:]
    var bytes = 0
    var uses = 0
    /// The number of calls of `drop`: tiles drawn before the last one are not cached.
    var drops = 0
  }

  private static let capacity = 64 << 20

  init(_ source: any TileSource) { self.source = source }

  /// Returns the image of a level; nil if it is too large. The same image is returned while it is retained and no tile
  /// was dropped.
  func image(_ level: TileLevel) -> Node? {
    // An image of the same layer, requested while it draws a tile, would deadlock.
    guard Thread.current.threadDictionary[Self.busy] == nil else { return nil }
    if let cached = state.withLock({ $0.images[level]?.node }) { return cached }
    guard let source else { return nil }
    guard level.width <= Self.maximumSide, level.height <= Self.maximumSide else {
      RenderLog.process.note(
        "CATiledLayer: a level must have at most \(Self.maximumSide) pixels a side "
          + "(got \(level.width)x\(level.height)); reduce the bounds or levelsOfDetailBias")
      return nil
    }
    let provider = TileProvider(store: self, source: source, level: level)
    let node = CIImage(
      imageProvider: provider, size: level.width, level.height, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)
    ).node
    state.withLock { state in
      state.images = state.images.filter { $0.value.node != nil }
      state.images[level] = WeakNode(node: node)
    }
    return node
  }

  private static let maximumSide = 8_388_608
  private static let busy = "QuartzCore.TileStore"

  /// Drops the tiles that intersect a rectangle in the layer's coordinates.
  func drop(_ part: CGRect) {
    state.withLock { state in
      state.images = [:]
      state.drops += 1
      for (key, tile) in state.tiles {
        let (x, y) = key.level.pixels(key.column, key.row)
        guard part.isInfinite || key.level.rect(x, y).intersects(part) else { continue }
        state.bytes -= tile.pixels.count
        state.tiles[key] = nil
      }
    }
  }

  /// Returns the pixels of a tile, top row first; draws it if it is not cached.
  fileprivate func pixels(_ level: TileLevel, _ column: Int, _ row: Int, _ source: any TileSource) throws -> [UInt8] {
    let key = Key(level: level, column: column, row: row)
    let (cached, drops) = state.withLock { state -> ([UInt8]?, Int) in
      state.uses += 1
      state.tiles[key]?.use = state.uses
      return (state.tiles[key]?.pixels, state.drops)
    }
    if let cached { return cached }
    let drawn = try drawing.withLock {
      Thread.current.threadDictionary[Self.busy] = true
      defer { Thread.current.threadDictionary[Self.busy] = nil }
      return try level.drawn(column, row, by: source)
    }
    state.withLock { state in
      guard state.drops == drops, state.tiles[key] == nil else { return }
      state.tiles[key] = Tile(pixels: drawn, use: state.uses)
      state.bytes += drawn.count
      while state.bytes > Self.capacity, let oldest = state.tiles.min(by: { $0.value.use < $1.value.use }) {
        state.bytes -= oldest.value.pixels.count
        state.tiles[oldest.key] = nil
      }
    }
    return drawn
  }
}

extension TileLevel {
  fileprivate func drawn(_ column: Int, _ row: Int, by source: any TileSource) throws -> [UInt8] {
    let (x, y) = pixels(column, row)
    guard
      let context = CGContext(
        data: nil, width: x.count, height: y.count, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else {
      throw RenderError.invalidArgument("CATiledLayer: a tile of \(x.count)x\(y.count) pixels cannot be drawn")
    }
    let rect = rect(x, y)
    context.scaleBy(x: scale, y: scale)
    context.translateBy(x: -rect.minX, y: -rect.minY)
    context.clip(to: rect)
    source.drawTile(in: context)
    guard let data = context.data else { return [UInt8](repeating: 0, count: x.count * y.count * 4) }
    return y.indices.flatMap { line in
      let start = (line - y.lowerBound) * context.bytesPerRow
      return UnsafeRawBufferPointer(start: data + start, count: x.count * 4)
    }
  }
}

/// The image provider of a level. It retains the layer, so that an image can be rendered after its tree was released.
private final class TileProvider: CIImageProvider {
  private let store: TileStore
  private let source: any TileSource
  private let level: TileLevel

  init(store: TileStore, source: any TileSource, level: TileLevel) {
    (self.store, self.source, self.level) = (store, source, level)
  }

  func provideImageData(
    _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int, _ height: Int,
    userInfo info: Any?
  ) throws {
    // Tiles are counted from the lower left, image rows from the top.
    let (columns, rows) = (x..<x + width, level.height - y - height..<level.height - y)
    for row in rows.lowerBound / level.tileHeight...(rows.upperBound - 1) / level.tileHeight {
      for column in columns.lowerBound / level.tileWidth...(columns.upperBound - 1) / level.tileWidth {
        let pixels = try store.pixels(level, column, row, source)
        let (tileX, tileY) = level.pixels(column, row)
        let (visibleX, visibleY) = (tileX.clamped(to: columns), tileY.clamped(to: rows))
        for line in visibleY {
          let from = ((tileY.upperBound - 1 - line) * tileX.count + visibleX.lowerBound - tileX.lowerBound) * 4
          let to = (rows.upperBound - 1 - line) * rowbytes + (visibleX.lowerBound - columns.lowerBound) * 4
          pixels.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            (data + to).copyMemory(from: start + from, byteCount: visibleX.count * 4)
          }
        }
      }
    }
  }
}
