/// CISobelGradients: the gradient of the image along x and y.
///
/// Formula: (r′, g′) = (∂_x c, ∂_y c), ∂_x = 1/4 (1, 2, 1)^T (-1, 0, 1)
package enum SobelGradients {
  static let filter = Filter(
    "CISobelGradients", summary: "3 by 3 Sobel: horizontal in red, vertical in green, signed.",
    categories: .extended(.stylize), since: "macOS 14.0 / iOS 17 / tvOS 17", parameters: [.inputImage],
    formulas: [.region(formula)]
  ) { inputs in
    inputs.image.clampedToExtent.gathered(by: formula).cropped(to: inputs.image.extent)
  }

  /// Differences over two pixels, smoothed across by 1, 2, 1, a quarter of the sum; for the component, red, green or
  /// blue, of the largest gradient. Along x in red, along y (upwards) in green, signed; blue 0, alpha 1. Linear light,
  /// edges repeated.
  /// Shader: Stylize/SobelGradients.glsl
  ///
  /// Source: Sobel and Feldman 1968; the scale and the choice of the component are those measured for CIGaborGradients.
  package static let formula = RegionFormula(
    "sobelGradients",
    taps: { 8 },
    region: { output in output.outset(by: 1) },
    extent: { input in input.outset(by: 1) },
    reference: { (read, at) in
      let (x, y) = sobel(read, at)
      return Steepest.slopes(x, y)
    })

  /// Returns the gradients of all four components along x and y. Shader: Shared/Sobel.glsl
  static func sobel(_ read: RegionFormula.Read, _ at: SIMD2<Float>) -> (x: SIMD4<Float>, y: SIMD4<Float>) {
    func near(_ x: Float, _ y: Float) -> SIMD4<Float> { read(0, at + SIMD2(x, y)) }
    let (ne, nw, se, sw) = (near(1, 1), near(-1, 1), near(1, -1), near(-1, -1))
    let (right, left, up, down) = (near(1, 0), near(-1, 0), near(0, 1), near(0, -1))
    return (
      ((ne - nw) + (right - left) * 2 + (se - sw)) * 0.25, ((ne - se) + (up - down) * 2 + (nw - sw)) * 0.25
    )
  }
}
