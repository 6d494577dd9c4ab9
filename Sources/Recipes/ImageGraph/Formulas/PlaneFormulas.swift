/// What planes of video and pixels are made of each other by. Values are as planes store them, 0...1; nothing here
/// knows what they stand for.
package enum PlaneFormulas {
  /// One pixel of three planes' components: (first · a, second · b, third · c), and the first one's alpha.
  /// Shader: Color/Planes.glsl
  package static let join = ColorFormula(mask: "joinPlanes", keepsAlpha: true, role: .joinPlanes) {
    (first, second, third, a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>) in
    Color(first.dot(a) * first.alpha, second.dot(b) * first.alpha, third.dot(c) * first.alpha, first.alpha)
  }

  /// One axis of chroma for every pixel. The number with the index i has its centre at 2 i + 1 - `moved` among the
  /// pixels; with `isMixed` 1 a pixel has a mix of the two numbers about it, with 0 the number that stands for it and
  /// the pixel beside it. Shader: Color/Planes.glsl
  package static let expand = makeExpand()

  /// The same, where nobody said how chroma is to be brought to pixels: a render may have it otherwise.
  /// Shader: Color/Planes.glsl
  package static let expandAtWill = makeExpand()

  private static func makeExpand() -> RegionFormula {
    RegionFormula(
      "chromaExpand", weights: .mean, role: .expandChroma,
      taps: { (_: Axis, _: Float, _: Float) in 2 },
      region: { (output, axis: Axis, moved: Float, _: Float) in
        output.offset(by: SIMD2<Double>(axis.vector) * Double(moved)).scaled(along: axis, by: 0.5)
          .outset(by: SIMD2<Double>(axis.vector))
      },
      extent: { (input, axis: Axis, moved: Float, _: Float) in
        input.outset(by: SIMD2<Double>(axis.vector)).scaled(along: axis, by: 2)
          .offset(by: SIMD2<Double>(axis.vector) * -Double(moved)).pixels
      },
      reference: { (read, at, axis: Axis, moved: Float, isMixed: Float) in
        let axis = axis.vector
        let place = at.x * axis.x + at.y * axis.y
        let low = (place + moved) * 0.5 - 0.5 * isMixed
        let middle = low.rounded(.down) + 0.5
        let t = (low + 0.5 - middle) * isMixed
        let center = at + axis * (middle - place)
        let first = read(0, center)
        return first + (read(0, center + axis) - first) * t
      })
  }

  /// One axis of chroma made of pixels: number i stands for the pixels 2 i + `moved` and the next one. `weights`, whose
  /// sum is 1, are of the pixel before them, of the two, and of the one behind. Shader: Color/Planes.glsl
  package static let reduce = RegionFormula(
    "chromaReduce", weights: .mean,
    taps: { (_: Axis, _: Float, _: SIMD4<Float>) in 4 },
    region: { (output, axis: Axis, moved: Float, _: SIMD4<Float>) in
      output.scaled(along: axis, by: 2).offset(by: SIMD2<Double>(axis.vector) * Double(moved))
        .outset(by: SIMD2<Double>(axis.vector))
    },
    extent: { (input, axis: Axis, moved: Float, _: SIMD4<Float>) in
      input.offset(by: SIMD2<Double>(axis.vector) * -Double(moved)).scaled(along: axis, by: 0.5)
        .outset(by: SIMD2<Double>(axis.vector)).pixels
    },
    reference: { (read, at, axis: Axis, moved: Float, weights: SIMD4<Float>) in
      let axis = axis.vector
      let place = at.x * axis.x + at.y * axis.y
      let first = at + axis * (2 * place.rounded(.down) + 0.5 + moved - place)
      let inner = read(0, first) * weights.y + read(0, first + axis) * weights.z
      return inner + read(0, first - axis) * weights.x + read(0, first + 2 * axis) * weights.w
    })

  /// rgb limited to 0...1 and rounded to steps of 1 / `greatest`, halves up; `unit` is what a step then counts. NaN as
  /// 0; alpha untouched. Shader: Color/Planes.glsl
  package static let codes = ColorFormula("roundToCodes", keepsAlpha: true, keepsGrey: true) {
    (color, greatest: Float, unit: Float) in
    Color(color.rgb.map { (($0.limited(to: 0, 1) * greatest + 0.5).rounded(.down)) * unit }, color.alpha)
  }

  /// Two pixels of 4:2:2 as four numbers: Y0 Cb Y1 Cr where `lumaFirst` is 1, else Cb Y0 Cr Y1. Luma is red, chroma red
  /// and green. Shader: Color/Planes.glsl
  package static let pair = ColorFormula(mask: "packPair", keepsClear: false) {
    (luma, next, chroma, lumaFirst: Int32) in
    lumaFirst == 1
      ? Color(luma.red, chroma.red, next.red, chroma.green) : Color(chroma.red, luma.red, chroma.green, next.red)
  }
}
