/// CIAreaMaximum: the largest of each component in a rectangle, as one pixel.
///
/// Formula: c′ = max_{p ∈ R} c(p)
///
/// Source: Core Image's filter reference.
package enum AreaMaximum {
  static let filter = AreaExtreme(
    "CIAreaMaximum", summary: "Maximum of each component over a rectangle.", strips: strips)

  /// Pixel i along the axis is the largest of each component of the `length` pixels from i length on; premultiplied,
  /// linear light. Shader: Reduction/AreaMaximum.glsl
  package static let strips = RegionFormula(strips: "areaMaximumStrips", Morphology.greatest)
}
