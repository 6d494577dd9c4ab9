import Foundation

/// CILenticularHaloGenerator: a lens flare ring.
///
/// Formula: c′ = colour · n(θ) {sin}^2 (π u), u = {|p - m| - r}/{width}
package enum LenticularHaloGenerator {
  static let color = Parameter<ColorValue>("inputColor", type: .color, default: ColorValue(1, 0.9, 0.8, 1))
  static let haloRadius = Parameter<Float>("inputHaloRadius", type: .distance, default: 70, min: 0, slider: 0...1000)
  static let haloWidth = Parameter<Float>("inputHaloWidth", type: .distance, default: 87, min: 0, slider: 0...300)
  static let haloOverlap = Parameter<Float>("inputHaloOverlap", default: 0.77, min: 0, slider: 0...1)
  static let striationContrast = Parameter<Float>("inputStriationContrast", default: 1, min: 0, slider: 0...5)
  static let time = Parameter<Float>("inputTime", default: 0, min: 0, max: 1, slider: 0...1, identity: 0)

  static let filter = Filter(
    "CILenticularHaloGenerator", displayName: "Lenticular Halo", summary: "Diffraction halo of a lens.",
    categories: .extended(.generator), since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.center, color, haloRadius, haloWidth, haloOverlap, .striationStrength, striationContrast, time],
    formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    let (center, radius, width) = (inputs[.center], max(inputs[haloRadius], 0), max(inputs[haloWidth], 0))
    let (apart, time) = (0.5 * (1 - min(max(inputs[haloOverlap], 0), 1)), inputs[time])
    let (strength, contrast) = (inputs[.striationStrength], inputs[striationContrast])
    let reach = radius + width * (1 + apart)
    guard center.x.isFinite, center.y.isFinite, reach < 1e7, strength.isFinite, contrast.isFinite, abs(time) < 1e3
    else {
      throw .invalidArgument("CILenticularHaloGenerator: all inputs must be finite")
    }
    guard width > 0 else { return .empty }
    return Node.generated(
      by: formula, inputs[color].working, SIMD2<Float>(center), SIMD3(radius, 1 / width, apart),
      SIMD3(strength, contrast, time),
      extent: Extent(UserRect(center, center).outset(by: Double(reach)).pixels))
  }

  /// The colour times n sin² πu, u = (r - radius) / width from 0 to 1 and n a noise value for each direction. Red is
  /// `form`.z of the width further in and blue further out. Alpha is the largest of the three. `form`: radius, 1 /
  /// width, and that fraction. Premultiplied, linear light. Shader: Generator/LenticularHaloGenerator.glsl
  ///
  /// Source: measured on Core Image where the overlap is 1, except n, which is our own, with the same mean; the rule
  /// that less overlap moves red and blue apart, by up to half the width, is our own.
  package static let formula = ColorFormula(generator: "lenticularHalo") {
    (at, color: SIMD4<Float>, center: SIMD2<Float>, form: SIMD3<Float>, numbers: SIMD3<Float>) in
    let way = at - center
    let u = (way.length - form.x) * form.y
    func ring(_ u: Lane) -> Lane { (u.limited(to: 0, 1) * 6.2831853).map { 0.5 - 0.5 * cos($0) } }
    let rays = Striations.rays(way, numbers)
    let (red, green, blue) = (ring(u + form.z) * rays, ring(u) * rays, ring(u - form.z) * rays)
    return Color(
      red * color.x, green * color.y, blue * color.z, greatest(greatest(red, green), blue) * color.w)
  }
}
