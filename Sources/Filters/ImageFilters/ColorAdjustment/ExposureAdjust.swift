import Foundation

/// CIExposureAdjust: brightens or darkens by a number of photographic stops.
///
/// Formula: rgb′ = 2^{EV} rgb
///
/// Source: Core Image's filter reference; fits real images to 1/255.
package enum ExposureAdjust {
  static let ev = Parameter<Float>("inputEV", default: 0, slider: -10...10, identity: 0, unit: .stops)

  static let filter = Filter(
    "CIExposureAdjust", summary: "Exposure in stops.",
    categories: .extendedPointwise(.colorAdjustment, .xmpSerializable), since: "macOS 10.4 / iOS 5 / tvOS 5",
    parameters: [.inputImage, ev], formulas: [.color(formula)]
  ) { inputs in
    inputs.image.mapped(by: formula, exp2(inputs[ev]))
  }

  /// rgb × gain in linear light; alpha untouched. Shader: ColorAdjustment/ExposureAdjust.glsl
  package static let formula = ColorFormula(
    "exposureAdjust", rows: { (gain: Float) in ColorRows(rgb: [gain, 0, 0], [0, gain, 0], [0, 0, gain]) }, fold: gains
  ) { (color, gain: Float) in
    Color(color.rgb * gain, color.alpha)
  }

  /// Folds two gains into one, unless the product is too small for a float.
  private static let gains: ColorFormula.Fold = { first, second in
    let gain = Float(first[0]) * Float(second[0])
    return gain.isNormal ? [.float(gain)] : nil
  }
}
