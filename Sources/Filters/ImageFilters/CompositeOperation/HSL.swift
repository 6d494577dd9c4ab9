/// A straight colour as hue, saturation and lightness: the double hexcone.
///
/// Source: Joblove and Greenberg 1978; CSS Color Module Level 4, section 7. Shader: Shared/HSL.glsl
struct HSL {
  /// The hue as its colour of full saturation: the largest component is 1, the smallest 0. Greys have the hue of red.
  var hue: RGB
  /// The saturation, 0...1.
  var saturation: Lane
  /// The lightness, 0...1.
  var lightness: Lane

  init(hue: RGB, saturation: Lane, lightness: Lane) {
    (self.hue, self.saturation, self.lightness) = (hue, saturation, lightness)
  }

  /// Converts a straight colour. Components outside 0...1 are clamped.
  init(_ straight: RGB) {
    let rgb = straight.map { $0.limited(to: 0, 1) }
    let high = greatest(greatest(rgb.red, rgb.green), rgb.blue)
    let low = least(least(rgb.red, rgb.green), rgb.blue)
    let (chroma, one) = (high - low, Lane(repeating: 1))
    let isColored = chroma .> 0
    lightness = (high + low) * 0.5
    let range = 1 - (2 * lightness - 1).magnitude
    saturation = Lane().replacing(with: chroma / one.replacing(with: range, where: isColored), where: isColored)
    hue = RGB([1, 0, 0] as SIMD3<Float>).replacing(
      with: (rgb - low) / one.replacing(with: chroma, where: isColored), where: isColored)
  }

  var rgb: RGB {
    let chroma = saturation * (1 - (2 * lightness - 1).magnitude)
    return (hue - 0.5) * chroma + lightness
  }
}
