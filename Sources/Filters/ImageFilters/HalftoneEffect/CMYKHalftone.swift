import Foundation

/// CICMYKHalftone: dots of four inks on white paper.
///
/// Formula: k = gcr · min(1 - r, 1 - g, 1 - b), r′ = {screen}_c(r + ucr · k) {screen}_k(1 - k)
package enum CMYKHalftone {
  static let width = Parameter<Float>("inputWidth", type: .distance, default: 6, min: -2, slider: 2...100, identity: 6)
  static let sharpness = Parameter<Float>(
    "inputSharpness", type: .distance, default: 0.7, min: 0, slider: 0...1, unit: Unit.none)
  static let grayComponentReplacement = Parameter<Float>(
    "inputGCR", property: "grayComponentReplacement", default: 1, min: 0, slider: 0...1, identity: 1)
  static let underColorRemoval = Parameter<Float>(
    "inputUCR", property: "underColorRemoval", default: 0.5, min: 0, slider: 0...1, identity: 0.5)

  static let filter = Filter(
    "CICMYKHalftone", displayName: "CMYK Halftone", summary: "Four-ink halftone on white paper with GCR and UCR.",
    categories: .usual(.halftoneEffect), since: "macOS 10.4 / iOS 9 / tvOS 9",
    parameters: [.inputImage, .center, width, .angle, sharpness, grayComponentReplacement, underColorRemoval],
    formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    _ = try Screen.frequency(
      angle: inputs[.angle], width: inputs[width], center: inputs[.center], filter: "CICMYKHalftone")
    return printed(
      inputs.image, center: inputs[.center], width: inputs[width], angle: inputs[.angle], sharpness: inputs[sharpness],
      gcr: inputs[grayComponentReplacement], ucr: inputs[underColorRemoval])
  }

  /// Returns the halftone of the image.
  ///
  /// - Parameters: as the filter's; width and angle must be finite.
  static func printed(
    _ image: Node, center: SIMD2<Double>, width: Float, angle: Float, sharpness: Float, gcr: Float, ucr: Float
  ) -> Node {
    // The usual screen angles of printing: yellow, the least visible ink, is closest to another one.
    func screen(_ degrees: Float) -> SIMD2<Float> {
      let rotated = angle + degrees * .pi / 180
      return SIMD2(cos(rotated), sin(rotated)) / max(width, 1)
    }
    let (cyan, magenta, yellow, black) = (screen(15), screen(75), screen(0), screen(45))
    return image.mapped(
      by: formula, SIMD2<Float>(center), SIMD4(lowHalf: cyan, highHalf: magenta),
      SIMD4(lowHalf: yellow, highHalf: black),
      SIMD3(Screen.slope(sharpness), gcr, ucr))
  }

  /// The inks of the straight colour are c = 1 - r and so on, k = min(c, m, y) gcr; each of c, m and y is reduced by
  /// ucr k. The white light that an ink transmits is screened by CIDotScreen, with a separate screen per ink. Red is
  /// the product of what cyan and black transmit, and so on. `first` and `second` are directions over width: cyan and
  /// magenta, yellow and black. `numbers` holds slope, gcr and ucr. Alpha is unchanged. Linear light.
  /// Shader: HalftoneEffect/CMYKHalftone.glsl
  ///
  /// Source: the screens are CIDotScreen, which is measured; the ideal inks, their angles and their mixture are our
  /// own.
  package static let formula = ColorFormula(positional: "cmykHalftone", preserves: .opacity) {
    (color, at, center: SIMD2<Float>, first: SIMD4<Float>, second: SIMD4<Float>, numbers: SIMD3<Float>) in
    let way = at - center
    let straight = color.unpremultiplied.rgb
    let inks = straight.map { 1 - $0 }
    let black = (least(least(inks.red, inks.green), inks.blue) * numbers.y).atLeast(0)
    func transmitted(_ ink: Lane, _ screen: SIMD2<Float>) -> Lane {
      let spot = spot(way.x * screen.x + way.y * screen.y, way.y * screen.x - way.x * screen.y, numbers.x)
      return Screen.ramp(1 - ink, spot, numbers.x)
    }
    let removed = black * numbers.z
    let paper = transmitted(black, second.highHalf)
    return Color(
      RGB(
        transmitted(inks.red - removed, first.lowHalf), transmitted(inks.green - removed, first.highHalf),
        transmitted(inks.blue - removed, second.lowHalf)) * (paper * color.alpha), color.alpha)
  }

  /// Returns a threshold that is low at the points of a square grid and high in the middle between them, with round
  /// contours at both: 1/2 + 0.2481 sharpness (sin 2πu + sin 2πv), the sharpness being 1 - 1 / slope. Shader:
  /// Shared/Screen.glsl
  ///
  /// Source: measured on Core Image's CIDotScreen: the waves, and 0.1737 of them at sharpness 0.7. Their
  /// proportionality to the sharpness is our own interpretation: black and white are thus unchanged at every sharpness,
  /// and at 0 there is no screen.
  static func spot(_ u: Lane, _ v: Lane, _ slope: Float) -> Lane {
    func wave(_ x: Lane) -> Lane { ((x - x.rounded(.down)) * 6.2831853).map { sin($0) } }
    return 0.5 + 0.2481 * (1 - 1 / slope) * (wave(u) + wave(v))
  }
}
