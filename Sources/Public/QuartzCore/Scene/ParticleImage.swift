import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// A sprite at its place.
struct ParticleStamp: Hashable {
  /// Which of the sprites.
  var sprite: Int
  /// From the image's pixels to the sprite's.
  var map: AffineMap
  /// What the sprite's pixels are multiplied by: premultiplied, in the numbers that are blended.
  var tint: SIMD4<Float>
  /// All pixels that it may touch.
  var box: UserRect
}

/// Many sprites as one image: a recipe with a step for each would take longer to plan than to render.
///
/// Each pixel is a mean of the four of the sprite that are nearest to where it comes from, clear outside; stamps are
/// put over each other in their order, or added.
struct ParticleImage: Hashable {
  let sprites: [Node]
  let stamps: [ParticleStamp]
  let isAdditive: Bool

  static func == (a: Self, b: Self) -> Bool {
    a.isAdditive == b.isAdditive && a.sprites == b.sprites && a.stamps == b.stamps
  }

  // Of thousands of stamps the first one tells most images apart.
  func hash(into hasher: inout Hasher) {
    hasher.combine(stamps.count)
    hasher.combine(stamps.first)
  }

  /// A step that a context makes where it is needed; nil where there is nothing to see.
  var node: Node? {
    guard let first = stamps.first else { return nil }
    let extent = stamps.dropFirst().reduce(first.box) { $0.union($1.box) }
    guard extent.isFinite, extent.width <= 1e9, extent.height <= 1e9 else { return nil }
    let (stamps, isAdditive) = (stamps, isAdditive)
    let whole = sprites.map { $0.extent.rect?.pixels ?? .nothing }
    let processor = ImageProcessorStep(
      "emitter", inputFormats: sprites.map { _ in .rgbaf }, outputFormats: [.rgbaf], isOpaque: false,
      isConcurrent: true, pieces: { input, _ in [whole[input]] },
      run: { inputs, outputs in Canvas(outputs[0]).draw(stamps, of: inputs, isAdditive: isAdditive) })
    return Node(.region(RegionFormula(processor, output: 0, extent: Extent(extent.pixels)), []), sprites)
  }
}

/// Pixels of four floats, which lie somewhere; the first row is the top one.
private struct Canvas {
  let pixels: UnsafeMutablePointer<SIMD4<Float>>
  let (left, top, width, height): (Int, Int, Int, Int)
  /// From a row to the next.
  let pitch: Int

  init(_ part: ImageProcessorStep.Part) {
    pixels = part.pixels.bytes.assumingMemoryBound(to: SIMD4<Float>.self)
    (left, top) = (Int(part.region.min.x), Int(part.region.max.y))
    (width, height, pitch) = (Int(part.region.width), Int(part.region.height), part.pixels.rowBytes / 16)
  }

  /// The pixel at a column and at a row counted from the top; clear outside.
  private func at(_ x: Int, _ y: Int) -> SIMD4<Float> {
    x >= 0 && y >= 0 && x < width && y < height ? pixels[y * pitch + x] : .zero
  }

  /// The mean at a place of which whole numbers are pixels' middles.
  private func mean(at place: SIMD2<Double>) -> SIMD4<Float> {
    let corner = place.rounded(.down)
    let part = SIMD2<Float>(place - corner)
    let (x, y) = (Int(corner.x), Int(corner.y))
    let upper = at(x, y) + (at(x + 1, y) - at(x, y)) * part.x
    let lower = at(x, y + 1) + (at(x + 1, y + 1) - at(x, y + 1)) * part.x
    return upper + (lower - upper) * part.y
  }

  func draw(_ stamps: [ParticleStamp], of sprites: [ImageProcessorStep.Part], isAdditive: Bool) {
    for y in 0..<height { (pixels + y * pitch).update(repeating: .zero, count: width) }
    let sprites = sprites.map { $0.region.isEmpty ? nil : Canvas($0) }
    for stamp in stamps {
      let first = (x: max(Int(stamp.box.min.x) - left, 0), y: max(top - Int(stamp.box.max.y), 0))
      let end = (x: min(Int(stamp.box.max.x) - left, width), y: min(top - Int(stamp.box.min.y), height))
      guard first.x < end.x, first.y < end.y, let sprite = sprites[stamp.sprite] else { continue }
      let (map, tint) = (stamp.map, stamp.tint)
      // A step to the right, in the sprite's columns and rows.
      let step = SIMD2(map.a, -map.b)
      for y in first.y..<end.y {
        let start = map.apply(SIMD2(Double(left + first.x) + 0.5, Double(top - y) - 0.5))
        var place = SIMD2(start.x - Double(sprite.left) - 0.5, Double(sprite.top) - start.y - 0.5)
        let row = pixels + y * pitch
        for x in first.x..<end.x {
          let color = sprite.mean(at: place) * tint
          place += step
          row[x] = isAdditive ? row[x] + color : color + row[x] * (1 - color.w)
        }
      }
    }
  }
}

extension BlendLight {
  /// A sprite's pixels in numbers in which colours without a context can be said: coded or linear sRGB.
  func stamped(_ sprite: Node) -> Node {
    self == .encoded ? blended(sprite) : Node(.matched(.extendedLinearSRGB, .fromWorking), [sprite])
  }

  /// The way back, to the numbers that are blended.
  func unstamped(_ image: Node) -> Node {
    self == .encoded ? image : Node(.matched(.extendedLinearSRGB, .toWorking(.premultiplied)), [image])
  }

  /// A colour in those numbers, premultiplied.
  ///
  /// - Parameter color: straight, in extended sRGB.
  func tint(_ color: SIMD4<Double>) -> SIMD4<Float> {
    var rgb = SIMD3(color.x, color.y, color.z)
    if self == .working { for part in 0..<3 { rgb[part] = ColorSpace.sRGB.transfer.linear(rgb[part]) } }
    return SIMD4<Float>(SIMD4(rgb * color.w, color.w))
  }
}
