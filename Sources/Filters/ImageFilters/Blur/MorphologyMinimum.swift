/// CIMorphologyMinimum: the smallest component of the pixels in a disc.
///
/// Formula: c′(p) = min_{|q| ≤ r} c(p + q)
package enum MorphologyMinimum {
  static let filter = DiscMorphology(
    "CIMorphologyMinimum", summary: "Minimum over a disc.", formula: formula, ofRuns: ofRuns,
    run: MorphologyRectangleMinimum.run)

  /// The smallest of each component of the pixels whose centres are within `radius` whole pixels; premultiplied, linear
  /// light.
  /// Shader: Blur/MorphologyMinimum.glsl
  ///
  /// Source: greyscale erosion, Serra 1982; that radius 2 is a disc of 13 pixels is measured.
  package static let formula = RegionFormula(disc: "morphologyMinimum", Morphology.least)

  /// The formula for large discs: input 0 has the pixels, the others the smallest components of 4, 16 and 64
  /// consecutive pixels starting at each pixel; premultiplied, linear light.
  /// Shader: Blur/MorphologyMinimum.glsl
  ///
  /// Source: each row of a disc is the union of runs, which may overlap.
  package static let ofRuns = RegionFormula(discOfRuns: "morphologyMinimumOfRuns", Morphology.least)

  static let extremes = DiscExtremes(formula: formula, ofRuns: ofRuns, run: MorphologyRectangleMinimum.run)
}
