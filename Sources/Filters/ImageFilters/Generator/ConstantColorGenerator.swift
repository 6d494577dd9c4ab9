/// CIConstantColorGenerator: one colour everywhere.
///
/// Formula: c′ = colour
///
/// Source: Core Image's filter reference.
package enum ConstantColorGenerator {
  static let color = Parameter<ColorValue>("inputColor", type: .color, default: ColorValue(1, 0, 0))

  static let filter = Filter(
    "CIConstantColorGenerator", displayName: "Constant Color", summary: "One colour everywhere.",
    categories: .extended(.generator), since: "macOS 10.4 / iOS 5 / tvOS 5", builtin: nil, parameters: [color],
    formulas: [.color(.constant)]
  ) { inputs in
    Node.generated(by: .constant, inputs[color].working)
  }
}
