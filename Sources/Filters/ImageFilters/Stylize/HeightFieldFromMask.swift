/// CIHeightFieldFromMask: a smooth height field over the bright parts of a mask.
///
/// Formula: h_0 = m, h_{i + 1} = m (G_{r/2^i} * h_i)
package enum HeightFieldFromMask {
  static let radius = Parameter<Float>(
    "inputRadius", type: .distance, default: 10, min: 0, slider: 0...300, identity: 10)

  static let filter = Filter(
    "CIHeightFieldFromMask", summary: "Rounded height field inside a mask.", categories: .usual(.stylize),
    since: "macOS 10.4 / iOS 9 / tvOS 9", parameters: [.inputImage, radius], formulas: [.color(formula)],
    example: ["inputRadius": 40, "inputImage": .image(.shape)]
  ) { (inputs) throws(RenderError) in
    let (mask, radius) = (inputs.image, inputs[radius])
    guard radius.isFinite else { throw .invalidArgument("CIHeightFieldFromMask: inputRadius is not a finite number") }
    var heights = mask
    var sigma = radius
    // Broad slopes first, then increasingly fine ones at the rim; details finer than a pixel are invisible.
    for _ in 0..<levels where sigma >= 1 {
      let softer = try GaussianBlur.blurred(heights, sigma: sigma, filter: "CIHeightFieldFromMask")
      heights = Node.combined([mask, softer], by: formula, extent: .first)
      sigma /= 2
    }
    return heights
  }

  /// The number of levels. Additional levels have an effect only for radii at which all slopes are gentle.
  private static let levels = 12

  /// Red, green and blue of the mask times those of the second input; alpha of the mask. Premultiplied, linear light.
  /// Shader: Stylize/HeightFieldFromMask.glsl
  ///
  /// Iterates h = m G(h) from h = m, with Gaussians G whose sigma is the radius, then half of it, a quarter and so on
  /// down to a pixel.
  ///
  /// Source: fitted on one of Core Image's images, iOS 13, radius 25, whose linear values it reproduces within 0.01.
  package static let formula = ColorFormula(blend: "heightField", preserves: .opacity) { mask, softer in
    Color(mask.rgb * softer.rgb, mask.alpha)
  }
}
