/// Colours by luminance: what CIThermal and CIXRay are made of.
package enum LuminanceRamp {
  /// Five colours at the lumas 0, 1/4, 1/2, 3/4 and 1, straight lines between them, times the image's alpha. The luma
  /// is that of the straight colour, its 2.2nd root; beyond the ends they repeat. Premultiplied, linear light.
  /// Shader: ColorEffect/LuminanceRamp.glsl
  ///
  /// Source: our own.
  package static let formula = ColorFormula("luminanceRamp", keepsAlpha: true) {
    (
      color, luma: SIMD3<Float>, color0: SIMD3<Float>, color1: SIMD3<Float>, color2: SIMD3<Float>,
      color3: SIMD3<Float>, color4: SIMD3<Float>
    ) in
    let place = color.unpremultiplied.rgb.dot(luma).power(1 / 2.2) * 4
    func step(_ from: SIMD3<Float>, _ to: SIMD3<Float>, _ start: Float) -> RGB {
      RGB(to - from) * (place - start).limited(to: 0, 1)
    }
    let rgb =
      RGB(color0) + step(color0, color1, 0) + step(color1, color2, 1) + step(color2, color3, 2)
      + step(color3, color4, 3)
    return Color(rgb, color.alpha).premultiplied
  }
}
