/// The selection of the component of the largest gradient, shared by the gradient filters.
enum Steepest {
  /// Returns the gradient of the component of the largest gradient: along x as red, along y as green, signed, alpha 1.
  /// Shader: Shared/Steepest.glsl
  static func slopes(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> {
    var result = SIMD2(x.x, y.x)
    for component in 1..<3 {
      let other = SIMD2(x[component], y[component])
      if (other * other).sum() > (result * result).sum() { result = other }
    }
    return [result.x, result.y, 0, 1]
  }
}
