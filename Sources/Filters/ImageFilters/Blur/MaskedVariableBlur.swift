import Foundation

/// CIMaskedVariableBlur: a Gaussian whose radius is scaled by the green component of a mask.
///
/// Formula: c′(p) = G_{σ(p)} * c, σ(p) = radius · mask_g(p)
package enum MaskedVariableBlur {
  static let mask = Parameter<Node>("inputMask", type: .image)
  static let radius = Parameter<Float>("inputRadius", default: 5, min: 0, slider: 0...10, identity: 0)

  static let filter = Filter(
    "CIMaskedVariableBlur", summary: "Blur radius follows the GREEN channel of a mask.", categories: .extended(.blur),
    since: "macOS 10.10 / iOS 8 / tvOS 8", parameters: [.inputImage, mask, radius], formulas: [.color(formula)]
  ) { (inputs) throws(RenderError) in
    try blurred(inputs.image, mask: inputs[mask], radius: inputs[radius])
  }

  /// Returns the image blurred by a Gaussian whose sigma is `radius` times the green of the mask.
  static func blurred(_ image: Node, mask: Node, radius: Float) throws(RenderError) -> Node {
    guard radius > least else { return image }
    var result = image
    var sigma = least
    repeat {
      let level = try GaussianBlur.blurred(image, sigma: 2 * sigma, filter: "CIMaskedVariableBlur")
      result = Node.combined(
        [result, level, mask], by: formula, radius / sigma, extent: .stated(result.extent.union(level.extent)))
      sigma *= 2
    } while sigma < radius
    return result.cropped(to: GaussianBlur.grown(image.extent, sigma: radius))
  }

  /// The least sigma of a level. Where the mask specifies a smaller sigma, the image stays sharp. Each level has twice
  /// the sigma of the previous one.
  private static let least: Float = 0.75

  /// Interpolates between two levels of blur by log2(green · scale), limited to 0...1. `scale` is the radius over the
  /// sigma of the lower level, so that green 1 selects the full radius. Premultiplied, linear light. Shader:
  /// Blur/MaskedVariableBlur.glsl
  ///
  /// Source: fitted on Core Image's pixels: the image and Gaussians of 1.5 · 2^n pixels, interpolated by the logarithm
  /// of the specified sigma; mean difference 0.3/255, and 99.9 % of the pixels within 4/255.
  package static let formula = ColorFormula(
    mask: "maskedVariableBlurStep",
    chosen: { (colors, scale: Float) in
      guard let position = colors[2].map({ $0.y * scale }) else { return nil }
      return position <= 1 ? 0 : position >= 2 ? 1 : nil
    }
  ) {
    (lower, upper, mask, scale: Float) in
    let t = (mask.green * scale).atLeast(1).map { log2($0) }
    return mix(lower, upper, t.atMost(1))
  }
}
