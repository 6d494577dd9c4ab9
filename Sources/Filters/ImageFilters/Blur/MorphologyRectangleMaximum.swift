/// CIMorphologyRectangleMaximum: the largest component of the pixels in a rectangle.
///
/// Formula: c′(p) = max_{|q_x| ≤ {w}/2, |q_y| ≤ {h}/2} c(p + q)
package enum MorphologyRectangleMaximum {
  static let filter = RectangleMorphology(
    "CIMorphologyRectangleMaximum", summary: "Maximum over a rectangle of odd sides.", pass: pass, run: run)

  /// The largest of each component of 2 reach + 1 pixels along one axis; premultiplied, linear light.
  /// Shader: Blur/MorphologyRectangleMaximum.glsl
  ///
  /// Source: greyscale dilation, Serra 1982; separable for rectangles.
  package static let pass = RegionFormula(line: "morphologyRectangleMaximum", Morphology.greatest)

  /// The largest of each component along one axis, of the pixels `first`, `first` + `step` … below `last`, and of
  /// `last`; premultiplied, linear light.
  /// Shader: Blur/MorphologyRectangleMaximum.glsl
  ///
  /// Source: a window is the union of shorter ones, which may overlap.
  package static let run = RegionFormula(run: "morphologyRectangleMaximumRun", Morphology.greatest)
}
