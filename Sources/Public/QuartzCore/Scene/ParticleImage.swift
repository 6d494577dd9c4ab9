import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// A positioned sprite.
struct ParticleStamp: Hashable {
  /// The index of the sprite.
  var sprite: Int
  /// The map from the image's pixels to the sprite's.
  var map: AffineMap
  /// The colour that the sprite's pixels are multiplied by: premultiplied, in the blending space.
  var tint: SIMD4<Float>
  /// All pixels that the stamp may cover.
  var box: UserRect
}

/// An image of many sprites: a recipe with one step for each would take longer to plan than to render.
///
/// Sprites are sampled bilinearly, with transparent pixels outside. Stamps are composited over each other in order, or
/// added.
struct ParticleImage: Hashable {
  let sprites: [Node]
  let stamps: [ParticleStamp]
  let isAdditive: Bool

  static func == (a: Self, b: Self) -> Bool {
    a.isAdditive == b.isAdditive && a.sprites == b.sprites && a.stamps == b.stamps
  }

  // The first stamp distinguishes most images; hashing thousands would be slow.
  func hash(into hasher: inout Hasher) {
    hasher.combine(stamps.count)
    hasher.combine(stamps.first)
  }

  /// A step that renders the image on demand; nil if nothing is visible.
  var node: Node? {
    guard let first = stamps.first else { return nil }
    let extent = stamps.dropFirst().reduce(first.box) { $0.union($1.box) }
    guard extent.isFinite, extent.width <= 1e9, extent.height <= 1e9 else { return nil }
    let (stamps, isAdditive) = (stamps, isAdditive)
    let regions = sprites.map { $0.extent.rect?.pixels ?? .nothing }
    let processor = ImageProcessorStep(
      "emitter", inputFormats: sprites.map { _ in .rgbaf }, outputFormats: [.rgbaf], isOpaque: false,
      isConcurrent: true, roiTiles: { input, _ in [regions[input]] },
      run: { inputs, outputs in Canvas(outputs[0]).draw(stamps, of: inputs, isAdditive: isAdditive) })
    return Node(.region(RegionFormula(processor, output: 0, extent: Extent(extent.pixels)), []), sprites)
  }
}

/// A view of pixels of four floats in memory; the first row is the top one.
private struct Canvas {
  let pixels: UnsafeMutablePointer<SIMD4<Float>>
  let (left, top, width, height): (Int, Int, Int, Int)
  /// The row stride, in pixels.
  let pitch: Int

  init(_ part: ImageProcessorStep.Tile) {
    pixels = part.pixels.bytes.assumingMemoryBound(to: SIMD4<Float>.self)
    (left, top) = (Int(part.region.min.x), Int(part.region.max.y))
    (width, height, pitch) = (Int(part.region.width), Int(part.region.height), part.pixels.rowBytes / 16)
  }

  /// Returns the pixel at a column and at a row from the top; transparent outside.
  private func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
    x >= 0 && y >= 0 && x < width && y < height ? pixels[y * pitch + x] : .zero
  }

  /// Returns the bilinear sample at a position, where integers are pixel centres.
  private func sample(at position: SIMD2<Double>) -> SIMD4<Float> {
    let corner = position.rounded(.down)
    let fraction = SIMD2<Float>(position - corner)
    let (x, y) = (Int(corner.x), Int(corner.y))
    let upper = at(x, y) + (at(x + 1, y) - at(x, y)) * fraction.x
    let lower = at(x, y + 1) + (at(x + 1, y + 1) - at(x, y + 1)) * fraction.x
    return upper + (lower - upper) * fraction.y
  }

  func draw(_ stamps: [ParticleStamp], of sprites: [ImageProcessorStep.Tile], isAdditive: Bool) {
    for y in 0..<height { (pixels + y * pitch).update(repeating: .zero, count: width) }
    let sprites = sprites.map { $0.region.isEmpty ? nil : Canvas($0) }
    for stamp in stamps {
      let first = (x: max(Int(stamp.box.min.x) - left, 0), y: max(top - Int(stamp.box.max.y), 0))
      let end = (x: min(Int(stamp.box.max.x) - left, width), y: min(top - Int(stamp.box.min.y), height))
      guard first.x < end.x, first.y < end.y, let sprite = sprites[stamp.sprite] else { continue }
      let (map, tint) = (stamp.map, stamp.tint)
      // The step to the next pixel on the right, in the sprite's columns and rows.
      let step = SIMD2(map.a, -map.b)
      for y in first.y..<end.y {
        let start = map.apply(SIMD2(Double(left + first.x) + 0.5, Double(top - y) - 0.5))
        var position = SIMD2(start.x - Double(sprite.left) - 0.5, Double(sprite.top) - start.y - 0.5)
        let row = pixels + y * pitch
        for x in first.x..<end.x {
          let color = sprite.sample(at: position) * tint
          position += step
          row[x] = isAdditive ? row[x] + color : color + row[x] * (1 - color.w)
        }
      }
    }
  }
}

extension BlendSpace {
  /// Converts a sprite to an encoding that is independent of the context: gamma-encoded or linear sRGB.
  func stamped(_ sprite: Node) -> Node {
    self == .encoded ? blended(sprite) : Node(.matched(.extendedLinearSRGB, .fromWorking), [sprite])
  }

  /// Converts the result to the blending space.
  func unstamped(_ image: Node) -> Node {
    self == .encoded ? image : Node(.matched(.extendedLinearSRGB, .toWorking(.premultiplied)), [image])
  }

  /// Converts a colour to the encoding of sprites, premultiplied.
  ///
  /// - Parameter color: straight, in extended sRGB.
  func tint(_ color: SIMD4<Double>) -> SIMD4<Float> {
    var rgb = SIMD3(color.x, color.y, color.z)
    if self == .working { for component in 0..<3 { rgb[component] = ColorSpace.sRGB.transfer.linear(rgb[component]) } }
    return SIMD4<Float>(SIMD4(rgb * color.w, color.w))
  }
}
