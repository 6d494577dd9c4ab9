/// CIMorphologyMaximum: the largest component of the pixels in a disc.
///
/// Formula: c′(p) = max_{|q| ≤ r} c(p + q)
package enum MorphologyMaximum {
  static let filter = DiscMorphology(
    "CIMorphologyMaximum", summary: "Maximum over a disc.", formula: formula, ofRuns: ofRuns,
    run: MorphologyRectangleMaximum.run)

  /// The largest of each component of the pixels whose centres are within `radius` whole pixels; premultiplied, linear
  /// light.
  /// Shader: Blur/MorphologyMaximum.glsl
  ///
  /// Source: greyscale dilation, Serra 1982; that radius 2 is a disc of 13 pixels is measured.
  package static let formula = RegionFormula(disc: "morphologyMaximum", Morphology.greatest)

  /// The formula for large discs: input 0 has the pixels, the others the largest components of 4, 16 and 64 consecutive
  /// pixels starting at each pixel; premultiplied, linear light.
  /// Shader: Blur/MorphologyMaximum.glsl
  ///
  /// Source: each row of a disc is the union of runs, which may overlap.
  package static let ofRuns = RegionFormula(discOfRuns: "morphologyMaximumOfRuns", Morphology.greatest)

  static let extremes = DiscExtremes(formula: formula, ofRuns: ofRuns, run: MorphologyRectangleMaximum.run)
}
