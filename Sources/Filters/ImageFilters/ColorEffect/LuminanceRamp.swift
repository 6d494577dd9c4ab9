/// The colour ramp by luminance that CIThermal and CIXRay share.
package enum LuminanceRamp {
  /// A piecewise linear ramp of five colours at the lumas 0, 1/4, 1/2, 3/4 and 1, times the image's alpha. The luma is
  /// the 2.2nd root of the straight colour's luma. Beyond the ends, the end colours repeat. Premultiplied, linear
  /// light.
  /// Shader: ColorEffect/LuminanceRamp.glsl
  ///
  /// Source: our own.
  package static let formula = ColorFormula("luminanceRamp", keepsAlpha: true) {
    (
      color, luma: SIMD3<Float>, color0: SIMD3<Float>, color1: SIMD3<Float>, color2: SIMD3<Float>,
      color3: SIMD3<Float>, color4: SIMD3<Float>
    ) in
    let position = color.unpremultiplied.rgb.dot(luma).power(1 / 2.2) * 4
    func step(_ from: SIMD3<Float>, _ to: SIMD3<Float>, _ start: Float) -> RGB {
      RGB(to - from) * (position - start).limited(to: 0, 1)
    }
    let rgb =
      RGB(color0) + step(color0, color1, 0) + step(color1, color2, 1) + step(color2, color3, 2)
      + step(color3, color4, 3)
    return Color(rgb, color.alpha).premultiplied
  }
}
