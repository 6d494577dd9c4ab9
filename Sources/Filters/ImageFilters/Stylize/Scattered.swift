/// Points scattered over the plane, one in each cell of a grid, deterministic.
package enum Scattered {
  /// Returns three numbers in 0..<1 from the integer coordinates of a cell. Shader: Shared/Scattered.glsl
  ///
  /// Source: pcg3d of Jarzynski and Olano, Hash Functions for GPU Rendering, JCGT 9(3), 2020.
  package static func numbers(_ cell: SIMD2<Float>) -> SIMD3<Float> {
    func whole(_ x: Float) -> UInt32 { UInt32(bitPattern: Int32(min(max(x, -0x1p30), 0x1p30))) }
    var (x, y) = (whole(cell.x), whole(cell.y))
    var z = x ^ y
    func step(_ v: UInt32) -> UInt32 { v &* 1_664_525 &+ 1_013_904_223 }
    (x, y, z) = (step(x), step(y), step(z))
    for round in 0..<2 {
      x = x &+ y &* z
      y = y &+ z &* x
      z = z &+ x &* y
      if round == 0 { (x, y, z) = (x ^ (x >> 16), y ^ (y >> 16), z ^ (z >> 16)) }
    }
    return SIMD3(Float(x >> 8), Float(y >> 8), Float(z >> 8)) * 0x1p-24
  }
}
