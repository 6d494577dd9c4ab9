import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import QuartzCore
import Synchronization
import TestSupport
import Testing

@Suite struct TiledTests {
  /// A layer that records the requested tiles.
  final class Noting: CATiledLayer {
    struct Tile: Hashable, Sendable {
      let x, y, width, height, scale: Double
    }
    let tiles = Mutex<[Tile]>([])
    let shade = Mutex<CGFloat>(0.5)

    override init() { super.init() }
    required init(layer: Any) { super.init(layer: layer) }

    override func draw(in context: CGContext) {
      let (clip, scale) = (context.boundingBoxOfClipPath, context.ctm.a)
      tiles.withLock {
        $0.append(Tile(x: clip.minX, y: clip.minY, width: clip.width, height: clip.height, scale: scale))
      }
      context.setFillColor(gray: shade.withLock { $0 }, alpha: 1)
      context.fill(bounds)
      context.setFillColor(red)
      context.fill(CGRect(x: 10, y: 5, width: 60, height: 40))
      context.setFillColor(blue)
      context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    }

    var noted: [Tile] {
      tiles.withLock { tiles in
        defer { tiles = [] }
        return tiles
      }
    }
  }

  private func tiled(_ width: CGFloat = 100, _ height: CGFloat = 50, side: CGFloat = 32) -> Noting {
    let layer = Noting()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    layer.tileSize = CGSize(width: side, height: side)
    return layer
  }

  private func render(_ layer: CALayer, _ region: UserRect, scale: CGFloat = 1, on backend: Backend) throws {
    _ = try backend.render(CIImage(layer: layer, at: 0, scale: scale).node, region)
  }

  @Test func defaults() {
    let layer = CATiledLayer()
    #expect(layer.tileSize == CGSize(width: 256, height: 256) && layer.levelsOfDetail == 1)
    #expect(layer.levelsOfDetailBias == 0 && CATiledLayer.fadeDuration() == 0.25)
    #expect(CATiledLayer.defaultValue(forKey: "tileSize") as? CGSize == layer.tileSize)
  }

  @Test func tilesMatchTheWholeImage() throws {
    final class Painter: CALayerDelegate {
      let layer: Noting
      init(_ layer: Noting) { self.layer = layer }
      func draw(_ other: CALayer, in context: CGContext) { layer.draw(in: context) }
    }
    for (scale, flips) in [(1, false), (2, false), (1, true)] as [(CGFloat, Bool)] {
      let layer = tiled()
      layer.levelsOfDetailBias = 1
      let plain = box(0, 0, 100, 50)
      let painter = Painter(layer)
      (plain.delegate, plain.contentsScale) = (painter, scale)
      plain.setNeedsDisplay()
      let holders = [box(0, 0, 110, 60, white, [layer]), box(0, 0, 110, 60, white, [plain])]
      for holder in holders { holder.isGeometryFlipped = flips }
      let (width, height) = (Int(110 * scale), Int(60 * scale))
      let shown = try Shown(holders[0], width, height, scale: scale)
      let whole = try Shown(holders[1], width, height, scale: scale)
      for y in 0..<height {
        for x in 0..<width {
          let way = shown[x, y] - whole[x, y]
          try #require((way * way).max() <= 0.002 * 0.002, "\(scale) \(flips) \(x) \(y)")
        }
      }
    }
    // The eight points at the layer's origin are at the top of a flipped superlayer.
    let flipped = box(0, 0, 100, 50, nil, [tiled()])
    flipped.isGeometryFlipped = true
    #expect(try Shown(flipped, 100, 50)[2, 48] == [0, 0, 1, 1])
  }

  @Test(arguments: Backend.engines) func onlyRequiredTilesAreDrawn(_ backend: Backend) throws {
    let layer = tiled(1000, 1000, side: 100)
    try render(layer, UserRect(x: 310, y: 110, width: 80, height: 80), on: backend)
    #expect(layer.noted == [Noting.Tile(x: 300, y: 100, width: 100, height: 100, scale: 1)])
    // Cached tiles are not drawn again; a new image draws only the missing ones.
    try render(layer, UserRect(x: 310, y: 110, width: 180, height: 80), on: backend)
    #expect(layer.noted == [Noting.Tile(x: 400, y: 100, width: 100, height: 100, scale: 1)])
    layer.setNeedsDisplay(CGRect(x: 420, y: 120, width: 1, height: 1))
    layer.shade.withLock { $0 = 1 }
    try render(layer, UserRect(x: 310, y: 110, width: 180, height: 80), on: backend)
    #expect(layer.noted == [Noting.Tile(x: 400, y: 100, width: 100, height: 100, scale: 1)])
    layer.setNeedsDisplay()
    try render(layer, UserRect(x: 310, y: 110, width: 180, height: 80), on: backend)
    #expect(layer.noted.count == 2)
    // The last tiles at the edges are smaller.
    let small = tiled(90, 40, side: 64)
    small.bounds.origin = CGPoint(x: -20, y: 30)
    try render(small, UserRect(x: 0, y: 0, width: 90, height: 40), on: backend)
    #expect(
      Set(small.noted) == [
        Noting.Tile(x: -20, y: 30, width: 64, height: 40, scale: 1),
        Noting.Tile(x: 44, y: 30, width: 26, height: 40, scale: 1),
      ])
  }

  @Test func levelsFollowTheScale() throws {
    // Bias, levels, target scale, and the drawn pixels per point.
    let cases: [(Int, Int, CGFloat, Double)] = [
      (0, 1, 1, 1), (0, 1, 4, 1), (0, 1, 0.25, 1), (0, 3, 0.5, 0.5), (0, 3, 0.3, 0.5), (0, 3, 0.26, 0.5),
      (0, 3, 0.25, 0.25), (0, 3, 0.1, 0.25), (2, 3, 4, 4), (2, 3, 3, 4), (2, 3, 1.5, 2), (2, 3, 8, 4), (2, 3, 0.5, 1),
      (-1, 1, 1, 0.5), (0, 60, 0.001, 1.0 / 32),
    ]
    for (bias, levels, scale, expected) in cases {
      let layer = tiled(64, 40)
      (layer.levelsOfDetailBias, layer.levelsOfDetail) = (bias, levels)
      _ = try Shown(layer, 8, 8, scale: scale)
      #expect(Set(layer.noted.map(\.scale)) == [expected], "\(bias) \(levels) \(scale)")
    }
  }

  @Test func imagesOutliveTheirLayers() throws {
    var image = CIImage.empty()
    do { image = CIImage(layer: tiled(), at: 0, scale: 1) }
    let region = UserRect(x: 0, y: 0, width: 8, height: 8)
    let expected = try renderReference(CIImage(color: .blue).node, region)
    expect(try renderReference(image.node, region), equals: expected, within: .half, "gone")
    weak var gone: CALayer?
    do {
      let layer = tiled()
      _ = try Shown(layer, 8, 8)
      gone = layer
    }
    #expect(gone == nil)
  }

  @Test func theImageIsReusedUntilTilesAreDropped() {
    let layer = tiled()
    let image = CIImage(layer: layer, at: 0, scale: 1)
    #expect(CIImage(layer: layer, at: 0, scale: 1) == image)
    layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 2))
    #expect(CIImage(layer: layer, at: 0, scale: 1) != image)
  }

  @Test func invalidValues() throws {
    let layer = tiled(40, 20)
    for side in [0, -5, .nan, .infinity, 1e15, 1e300] as [CGFloat] {
      layer.tileSize = CGSize(width: side, height: side)
      #expect(try Shown(layer, 40, 20)[2, 2] == [0, 0, 1, 1], "\(side)")
    }
    for number in [Int.max, Int.min, 0, -3, 1 << 40] {
      (layer.levelsOfDetail, layer.levelsOfDetailBias) = (number, 0)
      #expect(try Shown(layer, 40, 20)[2, 2] == [0, 0, 1, 1], "\(number)")
    }
    (layer.levelsOfDetail, layer.levelsOfDetailBias) = (1, 1_000_000)
    // More pixels than the limit: no image.
    #expect(try Shown(layer, 40, 20)[2, 2] == .zero)
    layer.levelsOfDetailBias = -1_000_000
    _ = try Shown(layer, 40, 20)
    layer.levelsOfDetailBias = 0
    for size in [0, 1e-9, 1e12] as [CGFloat] {
      layer.bounds.size = CGSize(width: size, height: 20)
      _ = CIImage(layer: layer, at: 0, scale: 1)
    }
    // A layer of a million points a side is as fast as its visible part.
    let large = tiled(1_000_000, 1_000_000, side: 256)
    #expect(try Shown(large, 8, 8)[2, 2] == [0, 0, 1, 1])
    // The source was released.
    let nothing = CATiledLayer()
    nothing.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    #expect(try Shown(nothing, 8, 8)[2, 2] == .zero)
  }
}
