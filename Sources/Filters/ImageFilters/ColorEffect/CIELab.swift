import Foundation
import ImageColor

/// CIE 1976 L*a*b* against the white D50. Shader: Shared/Lab.glsl
///
/// Source: CIE 15:2018, 8.2.1.
enum CIELab {
  typealias Rows = (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

  /// The matrix from linear sRGB to X, Y, Z relative to the white.
  static let toXYZ = rows(matrix)
  /// The inverse of ``toXYZ``.
  static let fromXYZ = rows(matrix.inverse ?? .identity)
  /// The scale and offset from L*, a*, b* to 0...1, as in 8 bits: L* / 100, (a* + 128) / 255, (b* + 128) / 255.
  static let toUnit = (
    scale: SIMD3<Float>(1 / 100, 1 / 255, 1 / 255), offset: SIMD3<Float>(0, 128 / 255, 128 / 255)
  )

  /// Converts relative tristimulus values to L*, a*, b*.
  static func fromXYZ(_ xyz: RGB) -> RGB {
    let f = xyz.map { t in
      let low = t * (841.0 / 108) + 4.0 / 29
      let root = t.exactPower(1.0 / 3)
      // A Newton step, as on devices, whose cube roots are not exact.
      let better = root - (root - t / (root * root)) * (1.0 / 3)
      return low.replacing(with: better, where: t .> 216.0 / 24389)
    }
    return RGB(f.green * 116 - 16, (f.red - f.green) * 500, (f.green - f.blue) * 200)
  }

  static func toXYZ(_ lab: RGB) -> RGB {
    let y = (lab.red + 16) * (1.0 / 116)
    return RGB(y + lab.green * (1.0 / 500), y, y - lab.blue * (1.0 / 200)).map { f in
      let low = (f - 4.0 / 29) * (108.0 / 841)
      return low.replacing(with: f * f * f, where: f .> 6.0 / 29)
    }
  }

  /// The matrix to tristimulus values under D50, each row divided by its sum, which is that of the white.
  private static var matrix: Matrix3 {
    let m = ColorSpace.extendedLinearSRGB.matrixToXYZ
    return Matrix3(m.row0 / m.row0.sum(), m.row1 / m.row1.sum(), m.row2 / m.row2.sum())
  }

  private static func rows(_ matrix: Matrix3) -> Rows {
    (SIMD3<Float>(matrix.row0), SIMD3<Float>(matrix.row1), SIMD3<Float>(matrix.row2))
  }
}
