/// CIAreaMinimumAlpha: the pixel of a rectangle whose alpha is the smallest.
///
/// Formula: c′ = c(p), p = argmin_{p ∈ R} α(p)
///
/// Source: Core Image's filter reference; that the first of several counts is our own choice.
package enum AreaMinimumAlpha {
  static let filter = AreaExtreme(
    "CIAreaMinimumAlpha", summary: "The pixel with the smallest alpha in a rectangle.", strips: strips)

  /// Along the axis pixel i is the one with the smallest alpha of the `length` pixels that begin at i length, the first
  /// of several; premultiplied, linear light. Shader: Reduction/AreaMinimumAlpha.glsl
  package static let strips = RegionFormula(strips: "areaMinimumAlphaStrips") { $1.w < $0.w ? $1 : $0 }
}
