/// CITemperatureAndTint: adapts colours from one white point to another.
///
/// Formula: rgb′ = M^-1 diag({M w′}/{M w}) M rgb, w, w′ = white(T, tint)
///
/// Source: M. Krystek, "An algorithm to calculate correlated colour temperature" (1985), for the whites; the cone
/// response matrix M, which is close to Bradford's, is fitted on colours of Core Image's pixels.
package enum TemperatureAndTint {
  static let neutral = Parameter<SIMD2<Double>>(
    "inputNeutral", typed: "CIVector", type: .offset, default: [6500, 0], identity: [6500, 0])
  static let targetNeutral = Parameter<SIMD2<Double>>(
    "inputTargetNeutral", typed: "CIVector", type: .offset, default: [6500, 0], identity: [6500, 0])

  static let filter = Filter(
    "CITemperatureAndTint", displayName: "Temperature and Tint",
    summary: "White balance from one white point to another.", categories: .extendedPointwise(.colorAdjustment),
    since: "macOS 10.7 / iOS 5 / tvOS 5", parameters: [.inputImage, neutral, targetNeutral],
    formulas: [.color(ColorConversions.primaries)],
    example: ["inputNeutral": [6500, 0], "inputTargetNeutral": [4500, 0]]
  ) { (inputs) throws(RenderError) in
    guard [inputs[neutral], inputs[targetNeutral]].allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      throw .invalidArgument(
        "CITemperatureAndTint: inputNeutral and inputTargetNeutral are kelvins and a tint; one of the numbers is not "
          + "finite"
      )
    }
    let rows = WhiteBalance.rows(
      from: WhiteBalance.white(inputs[neutral]), to: WhiteBalance.white(inputs[targetNeutral]))
    return inputs.image.mapped(by: ColorConversions.primaries, rows.0, rows.1, rows.2)
  }
}
