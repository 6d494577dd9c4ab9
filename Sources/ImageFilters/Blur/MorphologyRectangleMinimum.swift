/// CIMorphologyRectangleMinimum: the smallest component of the pixels in a rectangle.
///
/// Formula: c′(p) = min_{|q_x| ≤ {w}/2, |q_y| ≤ {h}/2} c(p + q)
package enum MorphologyRectangleMinimum {
  static let filter = RectangleMorphology(
    "CIMorphologyRectangleMinimum", summary: "Minimum over a rectangle of odd sides.", pass: pass)

  /// One axis: the smallest of each component of 2 reach + 1 pixels; premultiplied, linear light.
  /// Shader: Blur/MorphologyRectangleMinimum.glsl
  ///
  /// Source: greyscale erosion, Serra 1982; separable for rectangles.
  package static let pass = RegionFormula(line: "morphologyRectangleMinimum", Morphology.least)
}
