/// CIAreaMinimumAlpha: the pixel of a rectangle whose alpha is the smallest.
///
/// Formula: c′ = c(p), p = argmin_{p ∈ R} α(p)
///
/// Source: Core Image's filter reference; choosing the first of several is our own choice.
package enum AreaMinimumAlpha {
  static let filter = AreaExtreme(
    "CIAreaMinimumAlpha", summary: "The pixel with the smallest alpha in a rectangle.", strips: strips)

  /// Pixel i along the axis is the pixel with the smallest alpha of the `length` pixels from i length on, the first of
  /// several; premultiplied, linear light. Shader: Reduction/AreaMinimumAlpha.glsl
  package static let strips = RegionFormula(strips: "areaMinimumAlphaStrips") { $1.w < $0.w ? $1 : $0 }
}
