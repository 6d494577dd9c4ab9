import Foundation

/// A halftone screen in grey: compares the luma of the image with a threshold that repeats over the plane.
struct Screen: FilterDeclaration {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 6, min: 1, slider: 2...50)
  static let sharpness = Parameter<Float>("inputSharpness", default: 0.7, min: 0, max: 1, slider: 0...1)

  let filter: Filter

  /// - Parameter parameters: image, centre, width and sharpness; the angle if the screen has a direction.
  init(_ name: String, summary: String, parameters: [any AnyParameter], formula: ColorFormula) {
    let hasAngle = parameters.contains { $0.info.type == .angle }
    filter = Filter(
      name, summary: summary, categories: .usual(.halftoneEffect), since: "macOS 10.4 / iOS 6 / tvOS 6",
      parameters: parameters, formulas: [.color(formula)]
    ) { (inputs) throws(RenderError) in
      let frequency = try Self.frequency(
        angle: hasAngle ? inputs[.angle] : 0, width: inputs[Self.width], center: inputs[.center], filter: name)
      return inputs.image.mapped(
        by: formula, SIMD2<Float>(inputs[.center]), frequency, Luma.weights, Self.slope(inputs[Self.sharpness]))
    }
  }

  /// Returns the slope of the edge between black and white: 1 / (1 - sharpness), 1 for 0 and at most 50.
  static func slope(_ sharpness: Float) -> Float { 1 / max(1 - min(max(sharpness, 0), 1), 0.02) }

  /// Returns the grey (luma - threshold) slope + 1/2, limited to 0...1: white where the luma is well above the
  /// threshold, black where it is well below, and a ramp between; times alpha, which is unchanged.
  ///
  /// Source: measured on Core Image's CILineScreen, to 1/255, and CIDotScreen.
  static func grey(_ color: Color, _ threshold: Lane, _ luma: SIMD3<Float>, _ slope: Float) -> Color {
    let level = color.unpremultiplied.rgb.dot(luma)
    return Color(RGB(ramp(level, threshold, slope) * color.alpha), color.alpha)
  }

  /// Returns white where the level is well above the threshold, black where it is well below. Shader:
  /// Shared/Screen.glsl
  static func ramp(_ level: Lane, _ threshold: Lane, _ slope: Float) -> Lane {
    ((level - threshold) * slope + 0.5).limited(to: 0, 1)
  }

  /// Returns a triangle wave: 0 where `x` is an integer, 1 halfway between, linear in between. Shader:
  /// Shared/Screen.glsl
  static func triangle(_ x: Lane) -> Lane {
    let part = x - x.rounded(.down)
    return 1 - (2 * part - 1).magnitude
  }

  /// Returns a direction over a width; its product with a point is the number of periods.
  ///
  /// - Throws: `invalidArgument` if one of the arguments is not finite.
  static func frequency(angle: Float, width: Float, center: SIMD2<Double>, filter: String) throws(RenderError) -> SIMD2<
    Float
  > {
    guard angle.isFinite, width.isFinite, center.x.isFinite, center.y.isFinite else {
      throw .invalidArgument("\(filter): inputCenter, inputAngle and inputWidth must be finite")
    }
    return SIMD2(cos(angle), sin(angle)) / max(width, 1)
  }
}

extension ColorFormula {
  /// Creates a screen. `threshold` receives the offset from the centre, the direction over the width, and the ramp's
  /// slope.
  convenience init(
    screen name: String,
    threshold: @escaping @Sendable (_ way: Point, _ frequency: SIMD2<Float>, _ slope: Float) -> Lane
  ) {
    self.init(positional: name, preserves: .opacity) {
      (color, at, center: SIMD2<Float>, frequency: SIMD2<Float>, luma: SIMD3<Float>, slope: Float) in
      Screen.grey(color, threshold(at - center, frequency, slope), luma, slope)
    }
  }
}
