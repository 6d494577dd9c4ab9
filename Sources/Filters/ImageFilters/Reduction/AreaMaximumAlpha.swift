/// CIAreaMaximumAlpha: the pixel of a rectangle whose alpha is the largest.
///
/// Formula: c′ = c(p), p = argmax_{p ∈ R} α(p)
///
/// Source: Core Image's filter reference; that the first of several counts is our own choice.
package enum AreaMaximumAlpha {
  static let filter = AreaExtreme(
    "CIAreaMaximumAlpha", summary: "The pixel with the largest alpha in a rectangle.", strips: strips)

  /// Along the axis pixel i is the one with the largest alpha of the `length` pixels that begin at i length, the first
  /// of several; premultiplied, linear light. Shader: Reduction/AreaMaximumAlpha.glsl
  package static let strips = RegionFormula(strips: "areaMaximumAlphaStrips") { $1.w > $0.w ? $1 : $0 }
}
