/// CISunbeamsGenerator: the sun and its rays.
///
/// Formula: c′ = (colour (r/d)^2 + n(θ)) (1 - d/reach), d = |p - m|
package enum SunbeamsGenerator {
  static let color = Parameter<ColorValue>("inputColor", type: .color, default: ColorValue(1, 0.5, 0, 1))
  static let sunRadius = Parameter<Float>(
    "inputSunRadius", type: .distance, default: 40, min: 0, slider: 0...800, identity: 40)
  static let maxStriationRadius = Parameter<Float>(
    "inputMaxStriationRadius", default: 2.58, min: 0, slider: 0...10, identity: 2.58)
  static let striationStrength = Parameter<Float>(
    "inputStriationStrength", default: 0.5, min: 0, slider: 0...3, identity: 0.5)
  static let striationContrast = Parameter<Float>(
    "inputStriationContrast", default: 1.375, min: 0, slider: 0...5, identity: 1.375)
  static let time = Parameter<Float>("inputTime", default: 0, min: 0, max: 1, slider: 0...1, identity: 0)

  static let filter = Filter(
    "CISunbeamsGenerator", displayName: "Sunbeams", summary: "Sun with rays.", categories: .extended(.generator),
    since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.center, color, sunRadius, maxStriationRadius, striationStrength, striationContrast, time],
    formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (center, radius) = (inputs[.center], max(inputs[sunRadius], 0))
    let (reach, time) = (radius * max(inputs[maxStriationRadius], 0), inputs[time])
    let (strength, contrast) = (inputs[striationStrength], inputs[striationContrast])
    guard center.x.isFinite, center.y.isFinite, radius < 1e6, reach < 1e7, strength.isFinite, contrast.isFinite,
      abs(time) < 1e3
    else { throw .invalidArgument("CISunbeamsGenerator: all inputs must be finite") }
    guard reach > 0 else { return .empty }
    return Node.generated(
      by: formula, inputs[color].working, SIMD2<Float>(center), SIMD2(radius * radius, 1 / reach),
      SIMD3(strength, contrast, time),
      extent: Extent(UserRect(center, center).outset(by: Double(reach)).pixels))
  }

  /// (colour (radius / r)² + white n)(1 - r / reach), n a noise value for each direction. Alpha is not limited either:
  /// near the sun's centre it is well above 1. `form` holds radius² and 1 / reach; reach is the sun's radius times the
  /// maximal relative radius of the rays. Premultiplied, linear light. Shader: Generator/SunbeamsGenerator.glsl
  ///
  /// Source: measured on Core Image, including alpha above 1. The rays themselves are our own, with the same mean.
  package static let formula = ColorFormula(generator: "sunbeams") {
    (at, color: SIMD4<Float>, center: SIMD2<Float>, form: SIMD2<Float>, numbers: SIMD3<Float>) in
    light(at, color, center, form, numbers)
  }

  static func light(
    _ at: Point, _ color: SIMD4<Float>, _ center: SIMD2<Float>, _ form: SIMD2<Float>, _ numbers: SIMD3<Float>
  ) -> Color {
    let way = at - center
    let square = way.x * way.x + way.y * way.y
    let fade = (1 - square.squareRoot() * form.y).atLeast(0)
    let lit = Color(repeating: color) * (fade * form.x / square.atLeast(0.25))
    let rays = Striations.rays(way, numbers) * fade
    return Color(lit.rgb + rays, lit.alpha + rays)
  }
}
