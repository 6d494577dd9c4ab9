import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import Synchronization

/// What draws tiles.
protocol TileSource: AnyObject {
  /// Draws what is in the clip, in the layer's space.
  func drawTile(in context: CGContext)
}

/// The tiles of a layer.
///
/// Unchecked: what changes is behind a lock, and the layer, which is nobody's to change while its tree is rendered, is
/// asked to draw by one thread at a time.
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
    /// How often tiles were dropped: what was drawn before that is not kept.
    var drops = 0
  }

  private static let mostBytes = 64 << 20

  init(_ source: any TileSource) { self.source = source }

  /// The image of a level; nil where it is too large. The same one for as long as somebody has it, and nothing of the
  /// layer was dropped.
  func image(_ level: TileLevel) -> Node? {
    // Whoever draws a tile and asks for an image of the same layer would wait for itself.
    guard Thread.current.threadDictionary[Self.busy] == nil else { return nil }
    if let known = state.withLock({ $0.images[level]?.node }) { return known }
    guard let source else { return nil }
    guard level.width <= Self.mostSide, level.height <= Self.mostSide else {
      RenderLog.process.note(
        "CATiledLayer: a level of \(level.width)x\(level.height) pixels is not drawn; at most \(Self.mostSide) a side "
          + "are; make the bounds or levelsOfDetailBias smaller")
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

  private static let mostSide = 8_388_608
  private static let busy = "QuartzCore.TileStore"

  /// Forgets the tiles that have something of a rectangle of the layer's space.
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

  /// The pixels of a tile, rows from the top; drawn where they are not there.
  fileprivate func pixels(_ level: TileLevel, _ column: Int, _ row: Int, _ source: any TileSource) throws -> [UInt8] {
    let key = Key(level: level, column: column, row: row)
    let (known, drops) = state.withLock { state -> ([UInt8]?, Int) in
      state.uses += 1
      state.tiles[key]?.use = state.uses
      return (state.tiles[key]?.pixels, state.drops)
    }
    if let known { return known }
    let drawn = try drawing.withLock {
      Thread.current.threadDictionary[Self.busy] = true
      defer { Thread.current.threadDictionary[Self.busy] = nil }
      return try level.drawn(column, row, by: source)
    }
    state.withLock { state in
      guard state.drops == drops, state.tiles[key] == nil else { return }
      state.tiles[key] = Tile(pixels: drawn, use: state.uses)
      state.bytes += drawn.count
      while state.bytes > Self.mostBytes, let oldest = state.tiles.min(by: { $0.value.use < $1.value.use }) {
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

/// A level as an image asks for it. It holds the layer, so that an image of a tree can be rendered when the tree is
/// gone.
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
    // Tiles are counted from the lower left, rows of the image from the top.
    let (columns, rows) = (x..<x + width, level.height - y - height..<level.height - y)
    for row in rows.lowerBound / level.tileHeight...(rows.upperBound - 1) / level.tileHeight {
      for column in columns.lowerBound / level.tileWidth...(columns.upperBound - 1) / level.tileWidth {
        let pixels = try store.pixels(level, column, row, source)
        let (tileX, tileY) = level.pixels(column, row)
        let (shownX, shownY) = (tileX.clamped(to: columns), tileY.clamped(to: rows))
        for line in shownY {
          let from = ((tileY.upperBound - 1 - line) * tileX.count + shownX.lowerBound - tileX.lowerBound) * 4
          let to = (rows.upperBound - 1 - line) * rowbytes + (shownX.lowerBound - columns.lowerBound) * 4
          pixels.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            (data + to).copyMemory(from: start + from, byteCount: shownX.count * 4)
          }
        }
      }
    }
  }
}
