extension RegionFormula {
  /// Returns an input interpolated between pixel centres: the mean of four pixels, weighted by distance. Shader:
  /// Shared/Bilinear.glsl
  static func bilinear(_ read: Read, _ input: Int, _ at: SIMD2<Float>) -> SIMD4<Float> {
    let low = (at - 0.5).rounded(.down)
    let t = at - 0.5 - low
    func row(_ y: Float) -> SIMD4<Float> {
      let left = read(input, [low.x + 0.5, y])
      return left + (read(input, [low.x + 1.5, y]) - left) * t.x
    }
    let below = row(low.y + 0.5)
    return below + (row(low.y + 1.5) - below) * t.y
  }
}
