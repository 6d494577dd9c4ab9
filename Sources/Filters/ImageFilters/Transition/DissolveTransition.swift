/// CIDissolveTransition: a cross-fade between two images.
///
/// Formula: C = S + (T - S) time
package enum DissolveTransition {
  static let filter = Filter(
    "CIDissolveTransition", displayName: "Dissolve", summary: "Cross-fade.",
    categories: .extendedPointwise(.transition), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .targetImage, .time], formulas: [.color(formula)]
  ) { inputs in
    Node.combined([inputs.image, inputs[.targetImage]], by: formula, min(max(inputs[.time], 0), 1), extent: .union)
  }

  /// S + (T - S) time, all components premultiplied, linear light; time 0...1. Shader:
  /// Transition/DissolveTransition.glsl
  ///
  /// Source: measured on Core Image; where only one image is present, alpha fades too.
  package static let formula = ColorFormula(
    blend: "dissolve", chosen: { (_, time: Float) in time == 0 ? 0 : time == 1 ? 1 : nil }
  ) { (source, target, time: Float) in
    mix(source, target, time)
  }
}
