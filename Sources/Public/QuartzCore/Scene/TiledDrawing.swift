import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// What such layers draw: one level, of which a render asks for the parts that it needs.
enum TiledDrawing: LayerKind {
  static let drawsMore = true
  // Which tiles there are the app changes.
  static let isRepeatable = false

  static func aboveContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement) -> Node? {
    let plane = place.plane
    let bounds = layer.read(LayerProperties.bounds)
    guard bounds.width > 0, bounds.height > 0, let tiles = layer.images.tiles else { return nil }
    let level = TileLevel(layer, scale: plane.scale)
    guard let image = tiles.image(level) else { return nil }
    let size = UserRect(x: 0, y: 0, width: Double(level.width), height: Double(level.height))
    let map = CGAffineTransform(scaleX: 1 / level.scale, y: 1 / level.scale)
      .concatenating(CGAffineTransform(translationX: bounds.minX, y: bounds.minY)).concatenating(plane.affine)
    let clamped = drawing.light.blended(image).clamped(to: size)
    // Fewer than half of the pixels: linear reads would leave some out.
    let moved = clamped.transformed(by: map.map, reading: plane.scale < level.scale / 2 ? .area : .linear)
    let box = HardSides(layer, plane).moved(plane.rect(bounds))
    return moved.map { BoxShape(box, radius: 0, corners: 0, through: place.map).cut(place.placed($0)) }
  }
}

/// One level of a layer: its pixels, and how they are cut into tiles.
struct TileLevel: Hashable, Sendable {
  let bounds: CGRect
  /// Pixels a point: a power of two.
  let scale: Double
  let width, height: Int
  let tileWidth, tileHeight: Int

  /// The coarsest level that has as many pixels a point as are wanted, else the finest one; and none that has not a
  /// pixel each way.
  ///
  /// - Parameter scale: pixels a point that are wanted.
  init(_ layer: SceneLayer, scale wanted: Double) {
    bounds = layer.read(LayerProperties.bounds)
    let finest = min(max(layer.read(TiledProperties.levelsOfDetailBias), -20), 20)
    let count = min(max(layer.read(TiledProperties.levelsOfDetail), 1), 60)
    let least = -log2(min(Double(bounds.width), Double(bounds.height))).rounded(.down)
    let coarsest = min(max(Double(finest - count + 1), least), Double(finest))
    let exact = wanted > 0 ? log2(wanted) : coarsest
    // A scale that is a power of two but for rounding is that power.
    let power = min(max((exact - 1e-9).rounded(.up), coarsest), Double(finest))
    scale = exp2(power)
    func pixels(_ length: CGFloat) -> Int { Int(min((Double(length) * exp2(power)).rounded(.up), 1e9)) }
    (width, height) = (pixels(bounds.width), pixels(bounds.height))
    let size = layer.read(TiledProperties.tileSize)
    func side(_ length: CGFloat) -> Int { Int(min(max(length.rounded(), 16), 4096)) }
    (tileWidth, tileHeight) = (side(size.width), side(size.height))
  }

  /// The pixels of a tile, counted from the lower left.
  func pixels(_ column: Int, _ row: Int) -> (x: Range<Int>, y: Range<Int>) {
    (
      column * tileWidth..<min((column + 1) * tileWidth, width), row * tileHeight..<min((row + 1) * tileHeight, height)
    )
  }

  /// Pixels in the layer's space.
  func rect(_ x: Range<Int>, _ y: Range<Int>) -> CGRect {
    CGRect(
      x: bounds.minX + Double(x.lowerBound) / scale, y: bounds.minY + Double(y.lowerBound) / scale,
      width: Double(x.count) / scale, height: Double(y.count) / scale)
  }
}
