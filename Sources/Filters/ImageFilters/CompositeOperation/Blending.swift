/// Returns a blend mode's result: `overlap` where both images are present, elsewhere the one that is.
///
/// overlap + S (1 - Ba) + B (1 - Sa), alpha that of one over the other, all premultiplied.
/// Source: W3C Compositing and Blending Level 1, section 5, put into premultiplied form. Shader: Shared/Blending.glsl
///
/// - Parameter overlap: the mixed colour times both alphas.
func blended(_ source: Color, _ background: Color, _ overlap: RGB) -> Color {
  Color(
    overlap + source.rgb * (1 - background.alpha) + background.rgb * (1 - source.alpha),
    source.alpha + background.alpha - source.alpha * background.alpha)
}

/// Returns the colour burn of one component, which darkens the background depending on the source.
///
/// 1 - min(1, (1 - b) / s); 1 where b is 1 or more, else 0 where s is 0 or less.
/// Source: W3C Compositing and Blending Level 1, color-burn. Shader: Shared/BurnAndDodge.glsl
func colorBurn(_ s: Lane, _ b: Lane) -> Lane {
  let one = Lane(repeating: 1)
  let burned = 1 - least((1 - b) / one.replacing(with: s, where: s .> 0), one)
  return one.replacing(with: Lane().replacing(with: burned, where: s .> 0), where: b .< 1)
}

/// Returns the colour dodge of one component, which brightens the background depending on the source.
///
/// min(1, b / (1 - s)); 0 where b is 0 or less, else 1 where s is 1 or more.
/// Source: W3C Compositing and Blending Level 1, color-dodge. Shader: Shared/BurnAndDodge.glsl
func colorDodge(_ s: Lane, _ b: Lane) -> Lane {
  let one = Lane(repeating: 1)
  let dodged = least(b / one.replacing(with: 1 - s, where: s .< 1), one)
  return Lane().replacing(with: one.replacing(with: dodged, where: s .< 1), where: b .> 0)
}
