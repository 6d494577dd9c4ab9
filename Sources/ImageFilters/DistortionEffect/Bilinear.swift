import ImageGraph

extension RegionFormula {
  /// Input 0 between pixel centres: the mean of four pixels, weighted by distance. Shader: Shared/Bilinear.glsl
  static func bilinear(_ read: Read, _ at: SIMD2<Float>) -> SIMD4<Float> {
    let corner = (at - 0.5).rounded(.down) + 0.5
    let t = at - corner
    func along(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a * (1 - t) + b * t }
    let low = along(read(0, corner), read(0, corner + [1, 0]), t.x)
    let high = along(read(0, corner + [0, 1]), read(0, corner + [1, 1]), t.x)
    return along(low, high, t.y)
  }
}
