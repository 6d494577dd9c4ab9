import ImageGraph

/// What the morphological filters share.
enum Morphology {
  /// Pixels to each side of a window of this side; even sides count as the next smaller odd one.
  static func reach(_ side: Float) -> Float { max(((side - 1) / 2).rounded(.down), 0) }

  static func checked(_ filter: String, _ size: Double) throws(RenderError) {
    guard size <= 1000 else {
      throw .invalidArgument("\(filter): a size of \(short(size)) pixels is too large; give at most 1000")
    }
  }

  static func greatest(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: a .< b) }
  static func least(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .< a) }

  /// All pixels whose centres lie within `radius` whole pixels of one, brought together by `choose`.
  static func disc(
    _ read: RegionFormula.Read, _ at: SIMD2<Float>, _ radius: Float,
    _ choose: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> SIMD4<Float> {
    var result = read(0, at)
    for y in stride(from: -radius, through: radius, by: 1) {
      let reach = (radius * radius - y * y).squareRoot().rounded(.down)
      for x in stride(from: -reach, through: reach, by: 1) { result = choose(result, read(0, at + SIMD2(x, y))) }
    }
    return result
  }
}
