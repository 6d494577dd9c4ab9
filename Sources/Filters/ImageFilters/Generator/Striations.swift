/// Noise over directions for the rays of the generators of light.
enum Striations {
  /// Returns a number in 0...1 for each direction: noise on a circle with mean 1/2. Shader: Shared/Striations.glsl
  ///
  /// - Parameters:
  ///   - way: the direction from the middle, of any length.
  ///   - numbers: strength and contrast, 1 and 1 for the full range, and time, which animates the pattern.
  ///
  /// Source: our own: value noise (K. Perlin, 1985) at two scales.
  static func rays(_ way: Point, _ numbers: SIMD3<Float>) -> Lane {
    let scale = 1 / way.length.atLeast(1e-3)
    let (x, y) = (way.x * scale, way.y * scale)
    let shift = numbers.z * 7
    let coarse = noise(x * 17 + shift, y * 17 + 40)
    let fine = noise(x * 43 - 80, y * 43 + shift)
    let value: Lane = coarse * 0.6 + fine * 0.4 - 0.5
    let strong: Lane = (value * (2 * numbers.y) + 0.5) * numbers.x
    return strong.limited(to: 0, max(numbers.x, 0))
  }

  private static func noise(_ x: Lane, _ y: Lane) -> Lane {
    var result = Lane()
    for index in 0..<8 {
      let point = SIMD2(x[index], y[index])
      guard abs(point.x) < 1e6, abs(point.y) < 1e6 else { continue }
      let low = point.rounded(.down)
      let part = point - low
      let t = part * part * (3 - 2 * part)
      func value(_ dx: Float, _ dy: Float) -> Float { Scattered.numbers(low + SIMD2(dx, dy)).x }
      let below = value(0, 0) + (value(1, 0) - value(0, 0)) * t.x
      let above = value(0, 1) + (value(1, 1) - value(0, 1)) * t.x
      result[index] = below + (above - below) * t.y
    }
    return result
  }
}
