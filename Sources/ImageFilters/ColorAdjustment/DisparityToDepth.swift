import ImageGraph

/// CIDisparityToDepth: turns disparities into distances, their reciprocals.
///
/// Formula: z = {1}/{d}
///
/// Source: disparity is the reciprocal of depth by definition.
package enum DisparityToDepth {
  static let image = Parameter<Node>("inputImage", type: .image)

  static let filter = Filter(
    "CIDisparityToDepth", displayName: "Disparity To Depth", summary: "Disparity to depth.",
    categories: [.builtIn, .colorAdjustment, .stillImage, .video], since: "macOS 10.13 / iOS 11 / tvOS 11",
    parameters: [image], formulas: [.color(DepthToDisparity.formula)]
  ) { inputs in
    inputs[image].mapped(by: DepthToDisparity.formula)
  }
}
