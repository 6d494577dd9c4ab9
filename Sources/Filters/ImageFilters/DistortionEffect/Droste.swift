import Foundation

/// CIDroste: the image recursively within itself, along a spiral.
///
/// Formula: source(z) = exp(t (log z + s)) · e^{k n}, n ∈ ℤ " with the source between inset and frame"
package enum Droste {
  static let insetPoint0 = Parameter<SIMD2<Double>>("inputInsetPoint0", type: .position, default: [200, 200])
  static let insetPoint1 = Parameter<SIMD2<Double>>("inputInsetPoint1", type: .position, default: [400, 400])
  static let strands = Parameter<Float>("inputStrands", default: 1, min: -10, max: 10, slider: -2...2)
  static let periodicity = Parameter<Float>("inputPeriodicity", default: 1, min: 1, slider: 1...5)
  static let rotation = Parameter<Float>("inputRotation", type: .angle, default: 0, slider: 0...2 * Double.pi)
  static let zoom = Parameter<Float>("inputZoom", default: 1, min: 0.01, slider: 0.01...5)

  static let filter = Filter(
    "CIDroste", summary: "Picture-in-picture spiral.", categories: .extended(.distortionEffect),
    since: "macOS 10.6 / iOS 9 / tvOS 9",
    parameters: [.inputImage, insetPoint0, insetPoint1, strands, periodicity, rotation, zoom],
    formulas: [.warp(formula)],
    example: ["inputInsetPoint0": .coordinates([100, 110]), "inputInsetPoint1": .coordinates([190, 200])]
  ) { (inputs) throws(RenderError) in
    try droste(
      inputs.image, SIMD2<Float>(inputs[insetPoint0]), SIMD2<Float>(inputs[insetPoint1]),
      strands: inputs[strands], periodicity: inputs[periodicity], rotation: inputs[rotation], zoom: inputs[zoom])
  }

  /// - Throws: `invalidArgument` if the inset is not a rectangle with space for the image around it.
  private static func droste(
    _ image: Node, _ first: SIMD2<Float>, _ second: SIMD2<Float>, strands: Float, periodicity: Float, rotation: Float,
    zoom: Float
  ) throws(RenderError) -> Node {
    guard let frame = image.extent.rect else { return image }
    let (low, high) = (pointwiseMin(first, second), pointwiseMax(first, second))
    let (center, half) = ((low + high) / 2, (high - low) / 2)
    let margin = pointwiseMin(SIMD2<Float>(frame.max) - center, center - SIMD2<Float>(frame.min))
    let ratio = (margin / half).min()
    guard half.min() > 0, ratio > 1.01, ratio.isFinite else {
      throw .invalidArgument(
        "CIDroste: inputInsetPoint0 and inputInsetPoint1 must be corners of a rectangle inside the image")
    }
    let period = log(ratio)
    // The factor of the logarithm, and the term added to it.
    let turn = SIMD2(periodicity, -strands * period / (2 * .pi))
    let shift = SIMD2(-log(max(zoom, 0.01)), rotation)
    return image.warped(by: formula, center, half, period, turn, shift)
  }

  /// In complex numbers about the middle of the inset: z comes from exp(turn (log z + shift)). Whole powers of
  /// exp(period) bring it between the inset and a frame of the same shape, exp(period) times as large. `half` is half
  /// the inset's size. A full turn around a point adds 2πi to the logarithm, and `strands` periods and `periodicity`
  /// turns to its source, so the image closes if both are whole. The result is infinite. Shader:
  /// DistortionEffect/Droste.glsl
  ///
  /// Source: de Smit and Lenstra, Escher and the Droste effect, Notices of the AMS 50 (2003); the use of the parameters
  /// is our own, as Core Image's is not public.
  package static let formula = WarpFormula(
    "droste",
    region: { (_, center: SIMD2<Float>, half: SIMD2<Float>, period: Float, _: SIMD2<Float>, _: SIMD2<Float>) in
      let center = SIMD2<Double>(center)
      return UserRect(center, center).outset(by: SIMD2<Double>(half) * Double(exp(period)))
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>, _: Float, _: SIMD2<Float>, _: SIMD2<Float>) in .infinite },
    reference: {
      (at, center: SIMD2<Float>, half: SIMD2<Float>, period: Float, turn: SIMD2<Float>, shift: SIMD2<Float>) in
      let way = at - center
      let (real, imaginary) = (way.length.atLeast(1e-3).logarithm + shift.x, Lane.angle(way.y, way.x) + shift.y)
      let size = real * turn.x - imaginary * turn.y
      let angle = real * turn.y + imaginary * turn.x
      let (x, y) = (angle.cosine, angle.sine)
      // The logarithm of the size in insets, and its position within the period.
      let insets = size + greatest(x.magnitude / half.x, y.magnitude / half.y).logarithm
      let length = (size - (insets / period).rounded(.down) * period).exponential
      return Point(x * length, y * length) + center
    })
}
