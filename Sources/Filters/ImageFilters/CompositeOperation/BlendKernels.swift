/// The blends that are not filters of the catalogue: Core Image has them as kernels only.
package enum BlendKernels {
  /// Hard mix, 0 or 1 by component: 1 where the sum of both is at least 1, straight, linear light.
  /// Source: the definition of image editors, vivid light with all tones at their extremes.
  /// Shader: CompositeOperation/HardMixBlend.glsl
  package static let hardMix = ColorFormula(straightMode: "hardMixBlend") { s, b in
    Lane().replacing(with: 1, where: s + b .>= 1)
  }

  /// The colour of lower luminance, straight, linear light; the background if they are equal.
  /// Source: the definition of image editors. Weights: Rec. ITU-R BT.709.
  /// Shader: CompositeOperation/DarkerColorBlend.glsl
  package static let darkerColor = ColorFormula(blend: "darkerColorBlend", chosen: { $0.otherThanClear }) {
    source, background in
    chosen(source, background) { s, b in s .< b }
  }

  /// The colour of higher luminance; otherwise as ``darkerColor``.
  /// Shader: CompositeOperation/LighterColorBlend.glsl
  package static let lighterColor = ColorFormula(blend: "lighterColorBlend", chosen: { $0.otherThanClear }) {
    source, background in
    chosen(source, background) { s, b in s .> b }
  }

  /// S (1 - Ba) + B (1 - Sa), all components premultiplied.
  /// Source: Porter and Duff 1984, xor.
  /// Shader: CompositeOperation/ExclusiveOr.glsl
  package static let exclusiveOr = ColorFormula(blend: "exclusiveOr", chosen: { $0.otherThanClear }) {
    source, background in
    source * (1 - background.alpha) + background * (1 - source.alpha)
  }

  /// The formulas of all these blends, for tests.
  package static let all = [hardMix, darkerColor, lighterColor, exclusiveOr]

  private static func chosen(
    _ source: Color, _ background: Color, _ takesSource: (_ s: Lane, _ b: Lane) -> LaneMask
  ) -> Color {
    let (s, b) = (source.unpremultiplied.rgb, background.unpremultiplied.rgb)
    let weights = Luma.weights
    let mixed = b.replacing(with: s, where: takesSource(s.dot(weights), b.dot(weights)))
    return blended(source, background, mixed * (source.alpha * background.alpha))
  }
}
