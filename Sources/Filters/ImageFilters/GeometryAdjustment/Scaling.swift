/// Separable scaling, shared by the filters that scale along both axes.
enum Scaling {
  /// Returns the image scaled about the origin by (scale · aspect, scale), one axis at a time.
  ///
  /// - Parameters:
  ///   - step: the distance in the input for one pixel of the result.
  ///   - pass: scales along an axis; beyond the image it reads the repeated border.
  /// - Throws: `invalidArgument` for factors outside 0.0001...10000.
  static func image(
    _ image: Node, by scale: Float, aspect: Float, filter: String, pass: (Node, Axis, _ step: Float) -> Node
  ) throws(RenderError) -> Node {
    let factors: SIMD2<Float> = [scale * aspect, scale]
    guard scale > 0, aspect > 0, factors.min() >= 1e-4, factors.max() <= 1e4 else {
      throw .invalidArgument(
        "\(filter): inputScale \(scale) and inputAspectRatio \(aspect) must be above 0, and their product from 0.0001 "
          + "to 10000"
      )
    }
    // Edge pixels are repeated outwards, so that the borders of the result are as opaque as those of the image.
    var result = image.clampedToExtent
    // The axis that shrinks most comes first, because it leaves fewer pixels for the other. If both shrink alike, the
    // axis whose weights are the same for a whole row comes first.
    for axis in factors.y <= min(factors.x, 1) ? [Axis.vertical, .horizontal] : [.horizontal, .vertical] {
      let factor = axis == .vertical ? factors.y : factors.x
      if factor != 1 { result = pass(result, axis, 1 / factor) }
    }
    let size = SIMD2<Double>(factors)
    return result.cropped(to: image.extent.map { UserRect($0.min * size, $0.max * size).pixels })
  }
}
