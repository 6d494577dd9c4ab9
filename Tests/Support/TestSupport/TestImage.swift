import ImageGraph
import RandomNumbers

/// Images that tests make their recipes from; the same on every run.
package enum TestImage {
  /// Premultiplied working-space floats from a colour per pixel; x and y count from the top left.
  package static func floats(
    _ width: Int, _ height: Int, _ label: String = "floats", _ color: (Int, Int) -> SIMD4<Float>
  ) -> Node {
    let buffer = try! PixelBuffer(width: width, height: height, format: .rgbaf)
    for y in 0..<height { for x in 0..<width { buffer.store(color(x, y), x: x, y: y) } }
    return .source(Source(buffer, colorSpace: nil, alpha: .premultiplied, label: label))
  }

  /// Random colours: alpha 0 and 1 often, otherwise anything between, colours up to `brightest`.
  package static func noise(_ width: Int, _ height: Int, seed: UInt64, brightest: Float = 1) -> Node {
    var random = SplitMix(seed: seed)
    return floats(width, height, "noise \(seed)") { _, _ in
      let kind = Int.random(in: 0..<8, using: &random)
      let alpha: Float = kind == 0 ? 0 : kind < 5 ? 1 : Float.random(in: 0...1, using: &random)
      func component() -> Float { Float.random(in: 0...brightest, using: &random) * alpha }
      return [component(), component(), component(), alpha]
    }
  }

  /// A smooth opaque image: gradients in red and green, a disc in blue.
  package static func smooth(_ width: Int, _ height: Int) -> Node {
    floats(width, height, "smooth") { x, y in
      let (u, v) = ((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
      let d = ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)).squareRoot()
      return [u, v, max(0, 1 - 2 * d), 1]
    }
  }

  /// Returns an image for visual review: a disc and bars of colour on a gradient, transparent towards the right edge.
  package static func scene(_ width: Int, _ height: Int, turned: Bool = false) -> Node {
    floats(width, height, turned ? "turned scene" : "scene") { x, y in
      let (u, v) = ((Float(x) + 0.5) / Float(width), (Float(y) + 0.5) / Float(height))
      let (s, t) = turned ? (v, 1 - u) : (u, v)
      let alpha = min(1, (1 - s) * 4)
      let d = ((s - 0.35) * (s - 0.35) + (t - 0.4) * (t - 0.4)).squareRoot()
      let color: SIMD3<Float> =
        if d < 0.2 {
          turned ? [0.1, 0.6, 0.9] : [0.9, 0.2, 0.1]
        } else if t > 0.75 {
          switch Int(s * 8) % 4 {
          case 0: [1, 1, 1]
          case 1: [0, 0.6, 0.1]
          case 2: [0.05, 0.1, 0.8]
          default: [0, 0, 0]
          }
        } else {
          turned ? [s, 0.8 * t, 0.2] : [0.2 * s, s * 0.6, t]
        }
      return SIMD4(color * alpha, alpha)
    }
  }

  /// 64 x 48: a grey ramp, the primaries at three levels, and a wedge of alpha.
  package static let chart = floats(64, 48, "chart") { x, y in
    let u = Float(x) / 63
    switch y / 8 {
    case 0: return [u, u, u, 1]
    case 1: return [u, 0, 0, 1]
    case 2: return [0, u, 0, 1]
    case 3: return [0, 0, u, 1]
    case 4: return [u, 0.5, 1 - u, 1]
    default: return SIMD4(0.8, 0.4, 0.2, 1) * u
    }
  }

  /// Returns an image with a bright opaque pixel in the centre of transparent ones.
  package static func point(_ size: Int) -> Node {
    floats(size, size, "point") { x, y in x == size / 2 && y == size / 2 ? [1, 1, 1, 1] : .zero }
  }
}
