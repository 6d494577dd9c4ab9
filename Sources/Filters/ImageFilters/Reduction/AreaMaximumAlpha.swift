/// CIAreaMaximumAlpha: the pixel of a rectangle whose alpha is the largest.
///
/// Formula: c′ = c(p), p = argmax_{p ∈ R} α(p)
///
/// Source: Core Image's filter reference; choosing the first of several is our own choice.
package enum AreaMaximumAlpha {
  static let filter = AreaExtreme(
    "CIAreaMaximumAlpha", summary: "The pixel with the largest alpha in a rectangle.", strips: strips)

  /// Pixel i along the axis is the pixel with the largest alpha of the `length` pixels from i length on, the first of
  /// several; premultiplied, linear light. Shader: Reduction/AreaMaximumAlpha.glsl
  package static let strips = RegionFormula(strips: "areaMaximumAlphaStrips") { $1.w > $0.w ? $1 : $0 }
}
