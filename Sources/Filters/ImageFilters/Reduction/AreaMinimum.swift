/// CIAreaMinimum: the smallest of each component in a rectangle, as one pixel.
///
/// Formula: c′ = min_{p ∈ R} c(p)
///
/// Source: Core Image's filter reference.
package enum AreaMinimum {
  static let filter = AreaExtreme(
    "CIAreaMinimum", summary: "Minimum of each component over a rectangle.", strips: strips)

  /// Pixel i along the axis is the smallest of each component of the `length` pixels from i length on; premultiplied,
  /// linear light. Shader: Reduction/AreaMinimum.glsl
  package static let strips = RegionFormula(strips: "areaMinimumStrips", Morphology.least)
}
