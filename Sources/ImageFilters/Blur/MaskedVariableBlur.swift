import Foundation
import ImageGraph

/// CIMaskedVariableBlur: a Gaussian whose radius follows the green of a mask.
package enum MaskedVariableBlur {
  static let image = Parameter<Node>("inputImage", type: .image)
  static let mask = Parameter<Node>("inputMask", type: .image)
  static let radius = Parameter<Float>("inputRadius", type: .scalar, default: 5, min: 0, slider: 0...10, identity: 0)

  static let filter = Filter(
    "CIMaskedVariableBlur", displayName: "Masked Variable Blur",
    summary: "Blur radius follows the GREEN channel of a mask.",
    categories: [.blur, .builtIn, .highDynamicRange, .stillImage, .video], since: "macOS 10.10 / iOS 8 / tvOS 8",
    parameters: [image, mask, radius], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    try blurred(inputs[image], mask: inputs[mask], radius: inputs[radius])
  }

  private static func blurred(_ image: Node, mask: Node, radius: Float) throws(RenderError) -> Node {
    guard radius >= GaussianBlur.leastSigma else { return image }
    var result = image
    var sigma = least
    while true {
      let level = try GaussianBlur.blurred(image, sigma: sigma, filter: "CIMaskedVariableBlur")
      // The first level follows on no blur at all, each other one on half of its own.
      let isFirst = sigma == least
      let scale: Float = radius / (isFirst ? sigma : sigma / 2)
      let offset: Float = isFirst ? 1 : 0
      result = Node.combined(
        [result, level, mask], by: formula, scale, offset, extent: .stated(result.extent.union(level.extent)))
      if sigma >= radius { break }
      sigma *= 2
    }
    return result.cropped(to: GaussianBlur.grown(image.extent, sigma: radius))
  }

  /// The sigma of the first blurred level; each further one has twice the last one's.
  private static let least: Float = 0.375

  /// From one level of blur to the next by log2(green · scale + offset), 0...1. Premultiplied, linear light; green 1 asks for
  /// the whole radius. Shader: Blur/MaskedVariableBlur.glsl
  ///
  /// Source: fitted on Core Image's pixels: Gaussians of 0.75 · 2^n pixels, mixed by the logarithm of the wanted sigma; mean
  /// difference 0.6/255.
  package static let formula = ColorFormula(mask: "maskedVariableBlurStep") {
    (lower, upper, mask, scale: Float, offset: Float) in
    let t = (mask.green * scale + offset).atLeast(1).map { log2($0) }
    return mix(lower, upper, t.atMost(1))
  }
}
