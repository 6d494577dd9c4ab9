/// The conversions between planes of video and pixels. Values are in 0...1 as planes store them, independent of matrix
/// and range.
package enum PlaneFormulas {
  /// Joins components of three planes to a pixel: (first · a, second · b, third · c), with the alpha of the first.
  /// Shader: Color/Planes.glsl
  package static let join = ColorFormula(mask: "joinPlanes", keepsAlpha: true, role: .joinPlanes) {
    (first, second, third, a: SIMD4<Float>, b: SIMD4<Float>, c: SIMD4<Float>) in
    Color(first.dot(a) * first.alpha, second.dot(b) * first.alpha, third.dot(c) * first.alpha, first.alpha)
  }

  /// Interpolates chroma along an axis for every pixel. The sample with index i is sited at 2 i + 1 - `moved` in
  /// pixels. If `isMixed` is 1, a pixel is the weighted mean of the two nearest samples. If it is 0, the pixel has the
  /// sample that covers it and the next pixel.
  /// Shader: Color/Planes.glsl
  package static let expand = expandFormula()

  /// `expand` for sources whose interpolation of chroma is unspecified. A render may replace it with another one.
  /// Shader: Color/Planes.glsl
  package static let expandUnspecified = expandFormula()

  private static func expandFormula() -> RegionFormula {
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
        let along = at.x * axis.x + at.y * axis.y
        let low = (along + moved) * 0.5 - 0.5 * isMixed
        let middle = low.rounded(.down) + 0.5
        let t = (low + 0.5 - middle) * isMixed
        let center = at + axis * (middle - along)
        let first = read(0, center)
        return first + (read(0, center + axis) - first) * t
      })
  }

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
