import ImageFilters
import ImageGraph
import Testing

extension WarpFormula {
  /// Returns the source position of a pixel.
  func source(_ x: Float, _ y: Float, _ arguments: any FormulaArgument...) -> SIMD2<Float> {
    body(arguments.map(\.argument))(Point(Lane(repeating: x), Lane(repeating: y)))[0]
  }

  /// Returns the source position in a tiling with cells of one pixel about the origin.
  func folded(_ x: Float, _ y: Float) -> SIMD2<Float> {
    source(x, y, SIMD2<Float>.zero, SIMD2<Float>(1, 0), Float(1))
  }

  /// Returns the source position in a tiling by squares.
  func foldedSquarely(_ x: Float, _ y: Float) -> SIMD2<Float> {
    source(x, y, SIMD2<Float>.zero, SIMD2<Float>(1, 0), Float(1), SIMD2<Float>(0, 1))
  }
}

/// Positions at which symmetries are tested.
let tilingPositions: [SIMD2<Float>] = [
  [0.31, 0.17], [-0.83, 0.41], [2.27, -1.62], [-3.37, -0.91], [0.66, 4.58], [5.13, 3.29], [-4.71, 2.06],
]

func turned(_ p: SIMD2<Float>, degrees: Int) -> SIMD2<Float> {
  let (thirds, root): (Float, Float) = (0.5, 0.8660254)
  let (cosine, sine): (Float, Float) =
    switch degrees {
    case 60: (thirds, root)
    case 90: (0, 1)
    case 120: (-thirds, root)
    default: (-1, 0)
    }
  return [p.x * cosine - p.y * sine, p.x * sine + p.y * cosine]
}

func expect(
  _ actual: SIMD2<Float>, at expected: SIMD2<Float>, sourceLocation: SourceLocation = #_sourceLocation
) {
  let off = actual - expected
  #expect((off * off).sum() < 1e-9, "got \(actual), expected \(expected)", sourceLocation: sourceLocation)
}
