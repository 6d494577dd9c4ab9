/// How an image grows between two break points: what lies before the first and behind the second keeps its size.
struct NineParts {
  let low, size, grown: SIMD2<Float>
  let extent: UserRect
  let image: Node

  /// - Parameters:
  ///   - first, second: break points in any order; those beyond the image count as its border.
  ///   - growth: pixels to add along each axis; what is between the break points never becomes less than nothing.
  /// - Returns: nil for images that are empty or infinite, which stay as they are, and for numbers that are none.
  init?(_ image: Node, _ first: SIMD2<Double>, _ second: SIMD2<Double>, growth: SIMD2<Double>) {
    guard let rect = image.extent.rect, (first + second + growth).x.isFinite, (first + second + growth).y.isFinite
    else { return nil }
    func limited(_ p: SIMD2<Double>) -> SIMD2<Double> { p.clamped(lowerBound: rect.min, upperBound: rect.max) }
    let low = limited(pointwiseMin(first, second))
    let size = limited(pointwiseMax(first, second)) - low
    let grown = pointwiseMax(size + growth, .zero)
    (self.low, self.size, self.grown) = (SIMD2<Float>(low), SIMD2<Float>(size), SIMD2<Float>(grown))
    extent = UserRect(rect.min, rect.max + grown - size)
    // Borders repeated, so that pixels at the rim are mixed with their like.
    self.image = image.clampedToExtent
  }

  /// What the pixels between `min` and `max` come from, where parts outside of the break points only move.
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
