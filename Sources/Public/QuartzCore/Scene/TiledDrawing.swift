import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// The drawing of tiled layers: one level, whose tiles are drawn on demand.
enum TiledDrawing: LayerKind {
  static let drawsAdditionalContent = true
  // The app may drop tiles at any time.
  static let isRepeatable = false

  static func aboveContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement) -> Node? {
    let plane = placement.plane
    let bounds = layer.read(LayerProperties.bounds)
    guard bounds.width > 0, bounds.height > 0, let tiles = layer.images.tiles else { return nil }
    let level = TileLevel(layer, scale: plane.scale)
    guard let image = tiles.image(level) else { return nil }
    let size = UserRect(x: 0, y: 0, width: Double(level.width), height: Double(level.height))
    let map = CGAffineTransform(scaleX: 1 / level.scale, y: 1 / level.scale)
      .concatenating(CGAffineTransform(translationX: bounds.minX, y: bounds.minY)).concatenating(plane.affine)
    let clamped = drawing.blendSpace.blended(image).clamped(to: size)
    // Below half of the resolution, bilinear sampling would skip pixels.
    let moved = clamped.transformed(by: map.map, reading: plane.scale < level.scale / 2 ? .area : .linear)
    let box = AliasedEdges(layer, plane).snapped(plane.rect(bounds))
    return moved.map { BoxShape(box, radius: 0, corners: 0, through: placement.map).clipped(placement.placed($0)) }
  }
}

/// A level of detail of a layer: its resolution, and its tiles.
struct TileLevel: Hashable, Sendable {
  let bounds: CGRect
  /// The number of pixels per point: a power of two.
  let scale: Double
  let width, height: Int
  let tileWidth, tileHeight: Int

  /// Selects the coarsest level with the requested resolution, otherwise the finest; each side has at least one pixel.
  ///
  /// - Parameter requested: pixels per point.
  init(_ layer: SceneLayer, scale requested: Double) {
    bounds = layer.read(LayerProperties.bounds)
    let finest = min(max(layer.read(TiledProperties.levelsOfDetailBias), -20), 20)
    let count = min(max(layer.read(TiledProperties.levelsOfDetail), 1), 60)
    let least = -log2(min(Double(bounds.width), Double(bounds.height))).rounded(.down)
    let coarsest = min(max(Double(finest - count + 1), least), Double(finest))
    let exact = requested > 0 ? log2(requested) : coarsest
    // Tolerates rounding errors of scales that are powers of two.
    let power = min(max((exact - 1e-9).rounded(.up), coarsest), Double(finest))
    scale = exp2(power)
    func pixels(_ length: CGFloat) -> Int { Int(min((Double(length) * exp2(power)).rounded(.up), 1e9)) }
    (width, height) = (pixels(bounds.width), pixels(bounds.height))
    let size = layer.read(TiledProperties.tileSize)
    func side(_ length: CGFloat) -> Int { Int(min(max(length.rounded(), 16), 4096)) }
    (tileWidth, tileHeight) = (side(size.width), side(size.height))
  }

  /// Returns the pixel ranges of a tile, from the lower left.
  func pixels(_ column: Int, _ row: Int) -> (x: Range<Int>, y: Range<Int>) {
    (
      column * tileWidth..<min((column + 1) * tileWidth, width), row * tileHeight..<min((row + 1) * tileHeight, height)
    )
  }

  /// Returns the rectangle of pixel ranges in the layer's coordinates.
  func rect(_ x: Range<Int>, _ y: Range<Int>) -> CGRect {
    CGRect(
      x: bounds.minX + Double(x.lowerBound) / scale, y: bounds.minY + Double(y.lowerBound) / scale,
      width: Double(x.count) / scale, height: Double(y.count) / scale)
  }
}
