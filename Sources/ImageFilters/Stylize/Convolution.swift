import ImageGraph

/// What the convolutions share.
enum Convolution {
  /// The image through a convolution whose arguments are packed four to a vector, the bias after the last weight.
  ///
  /// Weights that are missing count as 0, those too many are dropped. With `keepsAlpha` the extent stays; without, a
  /// bias has no
  /// end.
  static func image(
    _ image: Node, _ weights: [Double], bias: Float, count: Int, keepsAlpha: Bool,
    _ convolve: (_ image: Node, _ weights: [SIMD4<Float>], _ keepsAlpha: Float) -> Node
  ) -> Node {
    var numbers = weights.prefix(count).map { Float($0) }
    numbers += [Float](repeating: 0, count: count - numbers.count) + [bias]
    let packed = stride(from: 0, to: numbers.count, by: 4).map { first in
      var vector = SIMD4<Float>.zero
      for index in first..<min(first + 4, numbers.count) { vector[index - first] = numbers[index] }
      return vector
    }
    return keepsAlpha ? convolve(image, packed, 1).cropped(to: image.extent) : convolve(image, packed, 0)
  }

  /// How far a convolution reaches: so many pixels further than the image, or without end where a bias lifts clear pixels.
  static func extent(_ image: Extent, by reach: SIMD2<Double>, bias: Float, _ keepsAlpha: Float) -> Extent {
    bias != 0 && keepsAlpha == 0 ? .infinite : image.map { $0.outset(by: reach) }
  }

  /// The Swift twin of every size: weights row by row, the top row first. Shader: Shared/Convolution.glsl
  static func sum(
    _ read: RegionFormula.Read, _ at: SIMD2<Float>, _ weights: [SIMD4<Float>], columns: Int, rows: Int,
    _ keepsAlpha: Float
  ) -> SIMD4<Float> {
    func number(_ index: Int) -> Float { weights[index / 4][index % 4] }
    var sum = SIMD4<Float>.zero
    for row in 0..<rows {
      for column in 0..<columns {
        let step = SIMD2(Float(column - columns / 2), Float(rows / 2 - row))
        sum += read(0, at + step) * number(row * columns + column)
      }
    }
    let bias = number(columns * rows)
    if keepsAlpha == 0 { return sum + bias }
    let alpha = read(0, at).w
    return SIMD4(sum.x + bias * alpha, sum.y + bias * alpha, sum.z + bias * alpha, alpha)
  }
}
