/// CIAreaBoundsRed: the bounding box of the pixels in a rectangle whose red is not 0.
///
/// Formula: c′ = (x_0, y_0, w, h), " the box of all pixels with " r > 0
package enum AreaBoundsRed {
  static let filter = Filter(
    "CIAreaBoundsRed", summary: "Approximate bounding box of the pixels whose red is not zero.",
    categories: .extended(.reduction), since: "macOS 15.0 / iOS 18 / tvOS 18", parameters: [.inputImage, .extent],
    formulas: [.color(edges), .color(box), .region(AreaMaximum.strips)]
  ) { (inputs) throws(RenderError) in
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: "CIAreaBoundsRed")
    let whole = inputs[.extent].isFinite ? inputs[.extent].pixels : area
    let scale = SIMD2<Float>(1 / whole.size)
    let edges = inputs.image.cropped(to: area).mapped(by: edges, SIMD2<Float>(whole.min), scale)
    return AreaExtreme.image(edges, area, by: AreaMaximum.strips).mapped(by: box)
  }

  /// If red is not 0, the distances of the pixel's edges from the opposite edges of the rectangle: 1 - left, 1 -
  /// bottom, right, top, as fractions of its sides; otherwise 0. Their maxima are those of the bounding box. Shader:
  /// Reduction/AreaBoundsRed.glsl
  package static let edges = ColorFormula(positional: "boundsRedEdges") {
    (color, at, origin: SIMD2<Float>, scale: SIMD2<Float>) in
    let (x, y) = ((at.x - origin.x) * scale.x, (at.y - origin.y) * scale.y)
    let (halfX, halfY) = (0.5 * scale.x, 0.5 * scale.y)
    let inside = Color(1 - x + halfX, 1 - y + halfY, x + halfX, y + halfY)
    return Color.clear.replacing(with: inside, where: color.red .!= 0)
  }

  /// Converts these edges to a box: left, bottom, width, height; all 0 if it is empty. Shader:
  /// Reduction/AreaBoundsRed.glsl
  ///
  /// Source: Core Image's filter reference.
  package static let box = ColorFormula("boundsRedBox") { edges in
    let box = Color(1 - edges.red, 1 - edges.green, edges.blue + edges.red - 1, edges.alpha + edges.green - 1)
    return Color.clear.replacing(with: box, where: edges.blue .> 0)
  }
}
