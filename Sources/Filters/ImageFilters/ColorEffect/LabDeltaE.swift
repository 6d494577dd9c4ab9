/// CILabDeltaE: the perceptual colour difference of two images.
///
/// Formula: ΔE = sqrt(ΔL^2 + ({ΔC}/{1 + 0.045 C_1})^2 + ({ΔH}/{1 + 0.015 C_1})^2)
package enum LabDeltaE {
  static let image2 = Parameter<Node>("inputImage2", type: .image)

  static let filter = Filter(
    "CILabDeltaE", displayName: "Lab ∆E", summary: "Colour difference of two images.",
    categories: .pointwise(.colorEffect), since: "macOS 10.13 / iOS 11 / tvOS 11", parameters: [.inputImage, image2],
    formulas: [.color(formula)], example: ["inputImage2": .image(.blurred(pixels: 0.6))]
  ) { inputs in
    Node.combined(
      [inputs.image, inputs[image2]], by: formula, CIELab.toXYZ.0, CIELab.toXYZ.1, CIELab.toXYZ.2,
      extent: .intersection)
  }

  /// ΔE*94 of the straight colours in all three components, times alpha, which is the product of both; the first image
  /// is the reference colour. 0...100; about 2 is just noticeable. Shader: ColorEffect/LabDeltaE.glsl
  ///
  /// Source: CIE 116-1995 with the weights of graphic arts (kL = 1, K1 = 0.045, K2 = 0.015), in Lab against D50.
  package static let formula = ColorFormula(blend: "labDeltaE", preserves: .opacity) {
    (first, second, x: SIMD3<Float>, y: SIMD3<Float>, z: SIMD3<Float>) in
    func lab(_ color: Color) -> RGB {
      let straight = color.unpremultiplied.rgb
      return CIELab.fromXYZ(RGB(straight.dot(x), straight.dot(y), straight.dot(z)))
    }
    let (a, b) = (lab(first), lab(second))
    let difference = a - b
    let chroma = (a.green * a.green + a.blue * a.blue).squareRoot()
    let chromaOff = chroma - (b.green * b.green + b.blue * b.blue).squareRoot()
    let hueSquared = (difference.green * difference.green + difference.blue * difference.blue - chromaOff * chromaOff)
      .atLeast(0)
    let (forChroma, forHue) = (1 + 0.045 * chroma, 1 + 0.015 * chroma)
    let parts =
      difference.red * difference.red + chromaOff * chromaOff / (forChroma * forChroma)
      + hueSquared / (forHue * forHue)
    return Color(RGB(parts.squareRoot().atMost(100)), first.alpha * second.alpha).premultiplied
  }
}
