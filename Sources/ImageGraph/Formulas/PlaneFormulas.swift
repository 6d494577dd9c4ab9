/// What planes of video and pixels are made of each other by. Values are as planes store them, 0...1; nothing here
/// knows what they stand for.
package enum PlaneFormulas {
  /// One pixel of three planes' components: (first · a, second · b, third · c), and the first one's alpha.
  /// Shader: Color/Planes.glsl
  package static let join = ColorFormula(mask: "joinPlanes", keepsAlpha: true) {
    (first, second, third, a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>) in
    Color(first.dot(a) * first.alpha, second.dot(b) * first.alpha, third.dot(c) * first.alpha, first.alpha)
  }

  /// The mean of two pixels. Shader: Color/Planes.glsl
  package static let mean = ColorFormula(blend: "meanOfPixels") { (a, b) in
    Color((a.rgb + b.rgb) * 0.5, (a.alpha + b.alpha) * 0.5)
  }

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
