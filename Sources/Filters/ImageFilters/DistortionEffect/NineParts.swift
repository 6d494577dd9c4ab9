/// The growth of an image between two break points: the parts before the first and after the second keep their size.
struct NineParts {
  let low, size, grown: SIMD2<Float>
  let extent: UserRect
  let image: Node

  /// - Parameters:
  ///   - first, second: break points in any order; those beyond the image are moved to its border.
  ///   - growth: pixels to add along each axis; the part between the break points never gets a negative size.
  /// - Returns: nil for images that are empty or infinite, which are returned unchanged, and for numbers that are not
  ///   finite.
  init?(_ image: Node, _ first: SIMD2<Double>, _ second: SIMD2<Double>, growth: SIMD2<Double>) {
    guard let rect = image.extent.rect, (first + second + growth).x.isFinite, (first + second + growth).y.isFinite
    else { return nil }
    func limited(_ p: SIMD2<Double>) -> SIMD2<Double> { p.clamped(lowerBound: rect.min, upperBound: rect.max) }
    let low = limited(pointwiseMin(first, second))
    let size = limited(pointwiseMax(first, second)) - low
    let grown = pointwiseMax(size + growth, .zero)
    (self.low, self.size, self.grown) = (SIMD2<Float>(low), SIMD2<Float>(size), SIMD2<Float>(grown))
    extent = UserRect(rect.min, rect.max + grown - size)
    // Borders are repeated, so that pixels at the rim are interpolated with pixels of the same colour.
    self.image = image.clampedToExtent
  }

  /// Returns the region that the pixels between `min` and `max` are read from; parts outside the break points are only
  /// moved.
  static func source(of output: UserRect, low: SIMD2<Float>, size: SIMD2<Float>, grown: SIMD2<Float>) -> UserRect {
    let (low, size, grown) = (SIMD2<Double>(low), SIMD2<Double>(size), SIMD2<Double>(grown))
    let (high, end) = (low + size, low + grown)
    func least(_ p: Double, _ low: Double, _ high: Double, _ end: Double) -> Double {
      p < low ? p : p < end ? low : high + (p - end)
    }
    func most(_ p: Double, _ low: Double, _ high: Double, _ end: Double) -> Double {
      p <= low ? p : p <= end ? high : high + (p - end)
    }
    return UserRect(
      [least(output.min.x, low.x, high.x, end.x), least(output.min.y, low.y, high.y, end.y)],
      [most(output.max.x, low.x, high.x, end.x), most(output.max.y, low.y, high.y, end.y)])
  }
}
