import ImageColor

/// CIToneMapHeadroom: rolls off highlights of one headroom so that they fit a smaller one; other tones are unchanged.
///
/// Formula: m′ = roll(m), m = max(r, g, b), rgb′ = rgb {m′}/{m}
package enum ToneMapHeadroom {
  static let sourceHeadroom = Parameter<Float>("inputSourceHeadroom", min: 1, max: 32, slider: 1...8, isOptional: true)
  static let targetHeadroom = Parameter<Float>("inputTargetHeadroom", default: 1, min: 1, max: 32, slider: 1...8)

  static let filter = Filter(
    "CIToneMapHeadroom", summary: "Global curve from one headroom to another.",
    categories: .extendedPointwise(.colorAdjustment), since: "macOS 15.0 / iOS 18 / tvOS 18",
    parameters: [.inputImage, sourceHeadroom, targetHeadroom], formulas: [.color(formula)],
    example: ["inputSourceHeadroom": 4, "inputTargetHeadroom": 1, "inputImage": .image(.brighter(stops: 2))],
    headroomKey: "inputTargetHeadroom"
  ) { inputs in
    let given = inputs.optional(sourceHeadroom) ?? 0
    return mapped(
      inputs.image, from: given > 0 ? given : inputs.contentHeadroom, to: inputs[targetHeadroom])
  }

  /// Returns the image with its highlights rolled off. If the source's headroom is unknown (0) or already fits, returns
  /// the image unchanged.
  package static func mapped(_ image: Node, from source: Float, to target: Float) -> Node {
    let peak = TransferFunction.pqPeak
    let (high, low) = (min(Double(source), peak), max(Double(target), 1))
    guard high > low else { return image }
    let (sourceSignal, targetSignal) = (TransferFunction.pq.encoded(high), TransferFunction.pq.encoded(low))
    let ratio = targetSignal / sourceSignal
    return image.mapped(
      by: formula, SIMD4<Float>(SIMD4(PQ.m1, PQ.m2, PQ.c1, PQ.c3)), Float(peak),
      SIMD3<Float>(SIMD3(sourceSignal, ratio, max(1.5 * ratio - 0.5, 0))))
  }

  /// Applies the roll-off of BT.2390 in PQ to the largest of straight red, green and blue, and scales the others in
  /// proportion, so that hues are preserved; alpha unchanged. `curve` holds m1, m2, c1, c3 of PQ and `peak` the linear
  /// light of its signal 1. `range` holds the PQ signal of the source's headroom, the target's signal over it, and the
  /// knee as a fraction of it. Below the knee nothing changes; the source's headroom and above map to the target's.
  /// Shader: ColorAdjustment/ToneMapHeadroom.glsl
  ///
  /// Source: ITU-R BT.2390-11, 5.4.1 (EETF with black levels of 0), on max(R, G, B).
  package static let formula = ColorFormula("toneMapHeadroom", keepsAlpha: true) {
    (color, curve: SIMD4<Float>, peak: Float, range: SIMD3<Float>) in
    let straight = color.unpremultiplied
    var gain = Lane(repeating: 1)
    for index in 0..<8 {
      let brightest = max(straight.red[index], straight.green[index], straight.blue[index])
      guard brightest > 0 else { continue }
      let signal = min(Float(TransferFunction.pq.encoded(Double(brightest))) / range.x, 1)
      guard signal > range.z else { continue }
      let t = (signal - range.z) / (1 - range.z)
      let (square, cube) = (t * t, t * t * t)
      let start = (2 * cube - 3 * square + 1) * range.z
      let middle = (cube - 2 * square + t) * (1 - range.z)
      let end = (3 * square - 2 * cube) * range.y
      let mapped = (start + middle + end) * range.x
      gain[index] = Float(TransferFunction.pq.linear(Double(mapped))) / brightest
    }
    return Color(color.rgb * gain, color.alpha)
  }
}
