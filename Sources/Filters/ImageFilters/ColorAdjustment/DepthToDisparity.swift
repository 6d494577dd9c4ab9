/// CIDepthToDisparity: converts distances to their reciprocals.
///
/// Formula: d′ = {1}/{d}
package enum DepthToDisparity {
  static let filter = Filter(
    "CIDepthToDisparity", summary: "Depth to disparity.", categories: .usual(.colorAdjustment),
    since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [.inputImage], formulas: [.color(formula)],
    example: ["inputImage": .image(.ramp(ColorValue(2, 2, 2), ColorValue(0.5, 0.5, 0.5)))]
  ) { inputs in
    inputs.image.mapped(by: formula)
  }

  /// 1 / c of each straight component, 0 where c is 0 or less; alpha untouched.
  /// Shader: ColorAdjustment/DepthToDisparity.glsl
  ///
  /// Source: disparity is the reciprocal of depth by definition; the result for invalid distances is our own choice.
  package static let formula = ColorFormula("reciprocal", keepsAlpha: true) { color in
    let (zero, one) = (Lane(), Lane(repeating: 1))
    let rgb = color.unpremultiplied.rgb.map { c in
      zero.replacing(with: one / one.replacing(with: c, where: c .> 0), where: c .> 0)
    }
    return Color(rgb, color.alpha).premultiplied
  }
}
