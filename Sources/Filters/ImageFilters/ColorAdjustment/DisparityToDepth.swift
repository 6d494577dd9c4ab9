/// CIDisparityToDepth: converts disparities to distances, their reciprocals.
///
/// Formula: z = {1}/{d}
///
/// Source: disparity is the reciprocal of depth by definition.
package enum DisparityToDepth {
  static let filter = Filter(
    "CIDisparityToDepth", summary: "Disparity to depth.", categories: .usual(.colorAdjustment),
    since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [.inputImage], formulas: [.color(DepthToDisparity.formula)],
    example: ["inputImage": .image(.ramp(ColorValue(2, 2, 2), ColorValue(0.5, 0.5, 0.5)))]
  ) { inputs in
    inputs.image.mapped(by: DepthToDisparity.formula)
  }
}
