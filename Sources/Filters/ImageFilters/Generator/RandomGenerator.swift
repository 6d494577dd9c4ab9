/// CIRandomGenerator: noise: four independent numbers for each pixel, deterministic.
///
/// Formula: c′ = 2^{-32} pcg4d(⌊x⌋, ⌊y⌋, …)
package enum RandomGenerator {
  static let filter = Filter(
    "CIRandomGenerator", summary: "Fixed field of uniform noise in RGBA.", categories: .usual(.generator),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [], formulas: [.color(formula)]
  ) { _ in
    Node.generated(by: formula)
  }

  /// Four independent numbers in 0..<1 from the whole coordinates of the pixel; colour may exceed alpha, as in Core
  /// Image.
  /// Shader: Generator/RandomGenerator.glsl
  ///
  /// Source: pcg4d of Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020; the field is our own.
  package static let formula = ColorFormula(generator: "randomField") { at in
    typealias Words = SIMD8<UInt32>
    func whole(_ x: Lane) -> Words {
      Words(truncatingIfNeeded: SIMD8<Int32>(x.limited(to: -0x1p30, 0x1p30), rounding: .down))
    }
    var (x, y) = (whole(at.x), whole(at.y))
    var (z, w) = (x ^ y, Words(repeating: 0x9E37_79B9))
    func step(_ v: Words) -> Words { v &* 1_664_525 &+ 1_013_904_223 }
    (x, y, z, w) = (step(x), step(y), step(z), step(w))
    for round in 0..<2 {
      x = x &+ y &* w
      y = y &+ z &* x
      z = z &+ x &* y
      w = w &+ y &* z
      if round == 0 { (x, y, z, w) = (x ^ (x &>> 16), y ^ (y &>> 16), z ^ (z &>> 16), w ^ (w &>> 16)) }
    }
    func unit(_ v: Words) -> Lane { Lane(v &>> 8) * 0x1p-24 }
    return Color(unit(x), unit(y), unit(z), unit(w))
  }
}
