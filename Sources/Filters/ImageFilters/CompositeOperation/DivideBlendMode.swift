/// CIDivideBlendMode: the background divided by the image, limited to white.
///
/// Formula: f = min(1, {C_b}/{C_s})
package enum DivideBlendMode {
  static let filter = BlendMode(
    "CIDivideBlendMode", summary: "Divides the background by the image.", since: "macOS 10.10 / iOS 8 / tvOS 8",
    formula: formula)

  /// min(1, Cb / Cs), straight, linear light; 0 where Cb is 0 or less, else 1 where Cs is 0 or less.
  /// Source: the description in Core Image's filter reference; the limit, which makes division by 0 continuous, is
  /// that of image editors.
  /// Shader: CompositeOperation/DivideBlendMode.glsl
  package static let formula = ColorFormula(straightMode: "divideBlend") { s, b in
    let quotient = least(b / Lane(repeating: 1).replacing(with: s, where: s .> 0), Lane(repeating: 1))
    let divided = Lane(repeating: 1).replacing(with: quotient, where: s .> 0)
    return Lane().replacing(with: divided, where: b .> 0)
  }
}
