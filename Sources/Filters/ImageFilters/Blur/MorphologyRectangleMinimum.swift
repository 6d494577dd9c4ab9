/// CIMorphologyRectangleMinimum: the smallest component of the pixels in a rectangle.
///
/// Formula: c′(p) = min_{|q_x| ≤ {w}/2, |q_y| ≤ {h}/2} c(p + q)
package enum MorphologyRectangleMinimum {
  static let filter = RectangleMorphology(
    "CIMorphologyRectangleMinimum", summary: "Minimum over a rectangle of odd sides.", pass: pass, run: run)

  /// The smallest of each component of 2 reach + 1 pixels along one axis; premultiplied, linear light.
  /// Shader: Blur/MorphologyRectangleMinimum.glsl
  ///
  /// Source: greyscale erosion, Serra 1982; separable for rectangles.
  package static let pass = RegionFormula(line: "morphologyRectangleMinimum", Morphology.least)

  /// The smallest of each component along one axis, of the pixels `first`, `first` + `step` … below `last`, and of
  /// `last`; premultiplied, linear light.
  /// Shader: Blur/MorphologyRectangleMinimum.glsl
  ///
  /// Source: a window is the union of shorter ones, which may overlap.
  package static let run = RegionFormula(run: "morphologyRectangleMinimumRun", Morphology.least)
}
