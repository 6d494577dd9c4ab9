import CoreGraphics
import Foundation
import ImageGraph

/// A layer that is drawn in tiles, on demand: for content that is too large for one bitmap.
///
/// `draw(in:)`, of the layer or its delegate, is called once for each tile, with the layer's coordinates as user space
/// and the tile as clip: `boundingBoxOfClipPath` is the rectangle to draw. It is called on the rendering thread, one
/// call at a time, and must not change the layer tree. About 64 MiB of tiles are cached, until `setNeedsDisplay(_:)`
/// drops the tiles in a rectangle. The model layer is drawn, also during animations.
///
/// Renders wait for their tiles: tiles do not fade in.
open class CATiledLayer: CALayer, TileSource {
  override class var properties: LayerPropertyTable { TiledProperties.table }
  override class var kind: any LayerKind.Type { TiledDrawing.self }

  /// Creates a layer of size zero.
  public override init() {
    super.init()
    images = DrawnBitmapCache(tiles: TileStore(self))
  }

  public required init(layer: Any) { super.init(layer: layer) }

  /// The fade-in time of new tiles on Apple's systems, 0.25 seconds. It has no effect here.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The size of a tile in pixels, 16...4096 a side; tiles at the upper and right edges of the bounds are smaller.
  public var tileSize: CGSize {
    get { read(TiledProperties.tileSize) }
    set { set(TiledProperties.tileSize, newValue) }
  }

  /// The number of levels, each with half of the resolution of the previous one.
  public var levelsOfDetail: Int {
    get { read(TiledProperties.levelsOfDetail) }
    set { set(TiledProperties.levelsOfDetail, newValue) }
  }

  /// The binary logarithm of the finest level's resolution in pixels per point, −20...20.
  public var levelsOfDetailBias: Int {
    get { read(TiledProperties.levelsOfDetailBias) }
    set { set(TiledProperties.levelsOfDetailBias, newValue) }
  }

  /// Drops the marked tiles: they are redrawn on demand.
  open override func display() {
    if let part = dirtyRect { images.tiles?.drop(part) }
    dirtyRect = nil
  }

  func drawTile(in context: CGContext) { draw(in: context) }
}
