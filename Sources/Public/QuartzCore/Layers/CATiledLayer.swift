import CoreGraphics
import Foundation
import ImageGraph

/// A layer that is drawn in tiles, those that a render needs, when it needs them: for what is too large to be one
/// bitmap.
///
/// `draw(in:)`, the layer's own or its delegate's, is called once for each tile, with the layer's space as user space
/// and the tile as clip: `boundingBoxOfClipPath` says what to draw. It is called by whatever thread renders, one call
/// after another; it may change nothing of the layer's tree. Tiles are kept, some 64 MiB of them, until
/// `setNeedsDisplay(_:)` drops those in a rectangle. What is drawn is the layer as it is set, also while it is
/// animated.
///
/// Renders wait for their tiles: nothing fades in.
open class CATiledLayer: CALayer, TileSource {
  override class var properties: LayerPropertyTable { TiledProperties.table }
  override class var kind: any LayerKind.Type { TiledDrawing.self }

  /// A layer of no size.
  public override init() {
    super.init()
    images = DrawnBitmapCache(tiles: TileStore(self))
  }

  public required init(layer: Any) { super.init(layer: layer) }

  /// Seconds in which new tiles fade in on Apple's systems: 0.25. Nothing fades in here.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// Pixels of a tile, 16...4096 a side; those at the upper and right sides of the bounds are smaller.
  public var tileSize: CGSize {
    get { read(TiledProperties.tileSize) }
    set { set(TiledProperties.tileSize, newValue) }
  }

  /// How many levels there are, each with half of the pixels a point of the one before.
  public var levelsOfDetail: Int {
    get { read(TiledProperties.levelsOfDetail) }
    set { set(TiledProperties.levelsOfDetail, newValue) }
  }

  /// The finest level has 2 to this power pixels a point, −20...20.
  public var levelsOfDetailBias: Int {
    get { read(TiledProperties.levelsOfDetailBias) }
    set { set(TiledProperties.levelsOfDetailBias, newValue) }
  }

  /// Drops the tiles that are marked: they are drawn anew when they are needed.
  open override func display() {
    if let part = needingDisplay { images.tiles?.drop(part) }
    needingDisplay = nil
  }

  func drawTile(in context: CGContext) { draw(in: context) }
}
