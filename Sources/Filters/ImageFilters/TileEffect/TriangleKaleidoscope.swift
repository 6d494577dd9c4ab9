/// CITriangleKaleidoscope: a triangle of the image between three mirrors, each reflection of which is darker.
///
/// Formula: rgb′(p) = decay^n rgb(fold(p)), n = |⌊λ_1⌋| + |⌊λ_2⌋| + |⌊λ_3⌋| " mirrors"
package enum TriangleKaleidoscope {
  static let point = Parameter<SIMD2<Double>>("inputPoint", type: .position, default: [150, 150])
  static let size = Parameter<Float>("inputSize", default: 700, slider: 0...1000)
  static let rotation = Parameter<Float>(
    "inputRotation", type: .angle, default: 5.924285296593801, slider: 0...2 * Double.pi)
  static let decay = Parameter<Float>("inputDecay", default: 0.85, slider: 0...1)

  static let filter = Filter(
    "CITriangleKaleidoscope", summary: "Triangle mirrored for ever with fading.", categories: .extended(.tileEffect),
    since: "macOS 10.10 / iOS 6 / tvOS 6", parameters: [.inputImage, point, size, rotation, decay],
    formulas: [.warp(TriangleTile.formula), .color(formula)], example: ["inputSize": 110]
  ) { inputs in
    let (center, size) = (SIMD2<Float>(inputs[point]), TileFrame.side(inputs[size]))
    let axes = TileFrame.axes(inputs[rotation])
    let decay = min(max(inputs[decay], 0), 1)
    return inputs.image.warped(by: TriangleTile.formula, center, axes, size)
      .mapped(by: formula, center, axes, size, decay)
  }

  /// rgb times decay^n, with n the number of mirrors between a position and the triangle about the centre: mirror lines
  /// are where a barycentric coordinate is an integer. Alpha is unchanged. Premultiplied, linear light. Shader:
  /// TileEffect/TriangleKaleidoscope.glsl
  ///
  /// Source: measured on Core Image, to 1/255: mirrors that reflect a fraction of the light.
  package static let formula = ColorFormula(positional: "triangleKaleidoscopeFade", preserves: .opacity) {
    (color, at, center: SIMD2<Float>, axes: SIMD2<Float>, size: Float, decay: Float) in
    let p = TileFrame(center: center, axes: axes, width: size).local(at)
    let third: Float = 1 / 3
    let up = p.y * (2 / Folding.root3) + third
    let right = p.x - p.y / Folding.root3 + third
    let left = -p.x - p.y / Folding.root3 + third
    let mirrors = up.rounded(.down).magnitude + right.rounded(.down).magnitude + left.rounded(.down).magnitude
    let fade = Lane(repeating: decay).power(mirrors).replacing(with: 1, where: mirrors .< 0.5)
    return Color(color.rgb * fade, color.alpha)
  }
}
