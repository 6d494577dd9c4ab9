/// CIGaborGradients: the gradient of the image by smoothed differences.
///
/// Formula: (r′, g′) = (∂_x c, ∂_y c), c : " red, green or blue, of the largest gradient"
package enum GaborGradients {
  static let filter = Filter(
    "CIGaborGradients", summary: "5 by 5 Gabor derivative: horizontal in red, vertical in green, signed.",
    categories: .extended(.stylize), since: "macOS 10.15 / iOS 13 / tvOS 13", parameters: [.inputImage],
    formulas: [.region(formula)]
  ) { inputs in
    inputs.image.clampedToExtent.gathered(by: formula, weights, farthest).cropped(to: inputs.image.extent)
  }

  /// The weights of the pixels one to the side, one to the side and one across, two to the side, two to the side and
  /// one across.
  private static let weights: SIMD4<Float> = [0.544, 0.1765, 0.0444, 0.0181]
  /// The weight of the pixels one to the side and two across.
  private static let farthest: Float = 0.009

  /// Weighted differences of the pixels to both sides, for the component, red, green or blue, of the largest gradient.
  /// Along x in red, along y (upwards) in green, signed; blue 0, alpha 1. Linear light, edges repeated. Shader:
  /// Stylize/GaborGradients.glsl
  ///
  /// Source: measured on Core Image. Its vertical differences read the pixels two above and below at one to the left
  /// and three above and below; these do too.
  package static let formula = RegionFormula(
    "gaborGradients",
    taps: { (_: SIMD4<Float>, _: Float) in 32 },
    region: { (output, _: SIMD4<Float>, _: Float) in output.outset(by: 3) },
    extent: { (input, _: SIMD4<Float>, _: Float) in input.outset(by: 3) },
    reference: { (read, at, weights: SIMD4<Float>, farthest: Float) in
      func near(_ x: Float, _ y: Float) -> SIMD4<Float> { read(0, at + SIMD2(x, y)) }
      func right(_ s: Float) -> SIMD4<Float> {
        let (one, two) = (near(s, 0) * weights.x, near(2 * s, 0) * weights.z)
        let aslant = (near(s, 1) + near(s, -1)) * weights.y
        return one + aslant + two + (near(2 * s, 1) + near(2 * s, -1)) * weights.w + (near(s, 2) + near(s, -2))
          * farthest
      }
      func up(_ s: Float) -> SIMD4<Float> {
        let (one, two) = (near(0, s) * weights.x, near(-1, 3 * s) * weights.z)
        let aslant = (near(1, s) + near(-1, s)) * weights.y
        return one + aslant + two + (near(1, 2 * s) + near(-1, 2 * s)) * weights.w + (near(2, s) + near(-2, s))
          * farthest
      }
      return Steepest.slopes(right(1) - right(-1), up(1) - up(-1))
    })
}
