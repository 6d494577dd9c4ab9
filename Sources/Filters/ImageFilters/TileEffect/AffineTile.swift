/// CIAffineTile: repeats the image over the plane and transforms the result.
///
/// Formula: source(p) = T^{-1} p mod (w, h)
package enum AffineTile {
  static let filter = Filter(
    "CIAffineTile", summary: "Transforms the image, then repeats the result as a lattice over the plane.",
    categories: .extended(.tileEffect), since: "macOS 10.4 / iOS 6 / tvOS 6",
    parameters: [.inputImage, .tileTransform],
    formulas: [.warp(formula)]
  ) { (inputs) throws(RenderError) in
    let map = inputs[.tileTransform]
    guard let result = inputs.image.repeatedWithoutEnd.transformed(by: map) else {
      throw AffineTransform.singular(map, filter: "CIAffineTile")
    }
    return result
  }

  /// The position in the cell at `origin` with `size` that is whole cells away. Sampled at the nearest pixel. Cells
  /// have whole pixels, so that neighbours across a seam are interpolated like others when the result is transformed.
  /// Shader: TileEffect/AffineTile.glsl
  ///
  /// Source: group p1 of the International Tables for Crystallography A.
  package static let formula = WarpFormula(
    "repeated",
    region: { (_, origin: SIMD2<Float>, size: SIMD2<Float>) in
      UserRect(SIMD2<Double>(origin), SIMD2<Double>(origin) + SIMD2<Double>(size))
    },
    extent: { (_, _: SIMD2<Float>, _: SIMD2<Float>) in .infinite },
    reference: { (at, origin: SIMD2<Float>, size: SIMD2<Float>) in
      let way = at - origin
      return Point(
        way.x - (way.x / size.x).rounded(.down) * size.x, way.y - (way.y / size.y).rounded(.down) * size.y) + origin
    })
}

extension Node {
  /// The image repeated over the whole plane; an empty or infinite image is unchanged.
  var repeatedWithoutEnd: Node {
    guard let cell = extent.rect?.pixels else { return self }
    return Node(
      .warp(AffineTile.formula, [SIMD2<Float>(cell.min).argument, SIMD2<Float>(cell.size).argument], .nearest), [self])
  }
}
