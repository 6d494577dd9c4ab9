/// CIAreaMaximum: the largest of each component in a rectangle, as one pixel.
///
/// Formula: c′ = max_{p ∈ R} c(p)
///
/// Source: Core Image's filter reference.
package enum AreaMaximum {
  static let filter = AreaExtreme(
    "CIAreaMaximum", summary: "Maximum of each component over a rectangle.", strips: strips)

  /// Along the axis pixel i is the largest of each component of the `length` pixels that begin at i length;
  /// premultiplied, linear
  /// light. Shader: Reduction/AreaMaximum.glsl
  package static let strips = RegionFormula(strips: "areaMaximumStrips", Morphology.greatest)
}
