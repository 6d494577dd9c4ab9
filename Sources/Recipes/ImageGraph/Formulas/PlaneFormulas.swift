/// The conversions between planes of video and pixels. Values are in 0...1 as planes store them, independent of matrix
/// and range.
package enum PlaneFormulas {
  /// Reduces pixels to chroma samples along an axis. Sample i covers the pixels 2 i + `moved` and the next one.
  /// `weights`, with the sum 1, are those of the pixel before them, of both, and of the pixel after them.
  /// Shader: Color/Planes.glsl
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
      let along = at.x * axis.x + at.y * axis.y
      let first = at + axis * (2 * along.rounded(.down) + 0.5 + moved - along)
      let inner = read(0, first) * weights.y + read(0, first + axis) * weights.z
      return inner + read(0, first - axis) * weights.x + read(0, first + 2 * axis) * weights.w
    })

  /// Limits rgb to 0...1 and rounds it to multiples of 1 / `greatest`, halves up. `unit` is the result's value of such
  /// a step. NaN becomes 0. Alpha is unchanged.
  /// Shader: Color/Planes.glsl
  package static let quantize = ColorFormula("roundToCodes", keepsAlpha: true, keepsGrey: true) {
    (color, greatest: Float, unit: Float) in
    Color(color.rgb.map { (($0.limited(to: 0, 1) * greatest + 0.5).rounded(.down)) * unit }, color.alpha)
  }

  /// Packs two pixels of 4:2:2 into four components: Y0 Cb Y1 Cr if `lumaFirst` is 1, else Cb Y0 Cr Y1. Luma is in red,
  /// chroma in red and green.
  /// Shader: Color/Planes.glsl
  package static let pair = ColorFormula(mask: "packPair", keepsClear: false) {
    (luma, next, chroma, lumaFirst: Int32) in
    lumaFirst == 1
      ? Color(luma.red, chroma.red, next.red, chroma.green) : Color(chroma.red, luma.red, chroma.green, next.red)
  }
}
