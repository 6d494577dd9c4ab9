import Foundation
import ImageColor

/// CIHueSaturationValueGradient: a colour wheel: the angle is the hue, the distance from the centre the saturation.
///
/// Formula: c′ = hsv({arg(p - m)}/{2 π}, {|p - m|}/R, value)
package enum HueSaturationValueGradient {
  static let value = Parameter<Float>("inputValue", default: 1, min: 0, slider: 0...1)
  static let radius = Parameter<Float>("inputRadius", type: .distance, default: 300, min: 0, slider: 0...800)
  static let softness = Parameter<Float>("inputSoftness", default: 1, min: 0, slider: 0...1)
  static let dither = Parameter<Float>("inputDither", default: 1, min: 0, slider: 0...3)
  static let colorSpace = Parameter<ColorSpace>("inputColorSpace", default: .sRGB)

  static let filter = Filter(
    "CIHueSaturationValueGradient", displayName: "Hue/Saturation/Value Gradient",
    summary: "Colour wheel for one value, in a chosen space.", categories: .usual(.gradient),
    since: "macOS 10.12 / iOS 10 / tvOS 10", parameters: [value, radius, softness, dither, colorSpace],
    formulas: [.color(formula), .color(ColorConversions.dither)], example: ["inputRadius": 140]
  ) { (inputs) throws(RenderError) in
    let (radius, softness) = (inputs[radius], inputs[softness])
    guard radius.isFinite, softness.isFinite, inputs[value].isFinite, inputs[dither].isFinite, radius <= 1e6 else {
      throw .invalidArgument(
        "CIHueSaturationValueGradient: inputRadius \(radius), inputSoftness \(softness), inputValue or inputDither is "
          + "no number "
          + "that an image can have")
    }
    guard radius > 0 else { return .empty }
    let space = inputs[colorSpace]
    guard space.model == .rgb else {
      throw .invalidArgument(
        "CIHueSaturationValueGradient: inputColorSpace is \(space.name), which has one component; give one of RGB")
    }
    let rect = UserRect(x: 0, y: 0, width: Double(2 * radius), height: Double(2 * radius))
    let wheel = Node.generated(
      by: formula, inputs[value], radius, 1 / max(softness, 1 / 1024), extent: .finite(rect))
    let dithered = inputs[dither] == 0 ? wheel : wheel.mapped(by: ColorConversions.dither, inputs[dither] / 255)
    return Node(.matched(space, .toWorking(.premultiplied)), [dithered.mapped(by: ColorConversions.premultiply)])
  }

  /// HSV with the angle from x as hue, counterclockwise, the distance from (`radius`, radius) over the radius as
  /// saturation, and `value`. Alpha falls to 0 at the radius over 1 / `slope` pixels. Straight. Shader:
  /// Gradient/HueSaturationValueGradient.glsl
  ///
  /// Source: A. R. Smith, "Color gamut transform pairs" (1978), the hexcone model.
  package static let formula = ColorFormula(generator: "hueSaturationValue") {
    (at, value: Float, radius: Float, slope: Float) in
    let offset = at - SIMD2(radius, radius)
    let distance = offset.length
    let saturation = (distance * (1 / radius)).atMost(1)
    var sextant = Lane.angle(offset.y, offset.x) * (3 / Float.pi)
    sextant.replace(with: sextant + 6, where: sextant .< 0)
    func component(_ shift: Float) -> Lane {
      let shifted = sextant + shift
      let position = shifted - (shifted * (1 / 6)).rounded(.down) * 6
      let ramp = ((position - 3).magnitude - 1).limited(to: 0, 1)
      return (1 - saturation + saturation * ramp) * value
    }
    return Color(component(0), component(4), component(2), ((radius - distance) * slope + 0.5).limited(to: 0, 1))
  }
}
