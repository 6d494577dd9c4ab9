/// A weighted sum of the `columns` by `rows` pixels around each pixel.
struct Convolution: FilterDeclaration {
  let filter: Filter

  /// - Parameters:
  ///   - axis: the axis, for formulas that take one as their first argument.
  ///   - keepsAlpha: whether alpha and the extent are unchanged. Otherwise, a bias makes the extent infinite.
  init(
    _ name: String, displayName: String, summary: String, since: String = "macOS 10.9 / iOS 7 / tvOS 7", count: Int,
    axis: Axis? = nil, keepsAlpha: Bool = false, formula: RegionFormula
  ) {
    let middle = (0..<count).map { $0 == count / 2 ? 1.0 : 0 }
    let weights = Parameter<[Double]>("inputWeights", default: middle, identity: middle)
    filter = Filter(
      name, displayName: displayName, summary: summary, categories: .extended(.stylize), since: since,
      builtin: "CIConvolution", parameters: [.inputImage, weights, .bias], formulas: [.region(formula)]
    ) { inputs in
      let image = inputs.image
      let packed = Self.packed(inputs[weights], bias: inputs[.bias], count: count).map(\.argument)
      let result = Node(
        .region(formula, (axis.map { [$0.argument] } ?? []) + packed + [Float(keepsAlpha ? 1 : 0).argument]), [image])
      return keepsAlpha ? result.cropped(to: image.extent) : result
    }
  }

  /// Returns the weights packed four to a vector, with the bias after the last. Missing weights are 0; excess weights
  /// are dropped.
  private static func packed(_ weights: [Double], bias: Float, count: Int) -> [SIMD4<Float>] {
    var numbers = weights.prefix(count).map { Float($0) }
    numbers += [Float](repeating: 0, count: count - numbers.count) + [bias]
    return stride(from: 0, to: numbers.count, by: 4).map { first in
      var vector = SIMD4<Float>.zero
      for index in first..<min(first + 4, numbers.count) { vector[index - first] = numbers[index] }
      return vector
    }
  }
}

extension RegionFormula {
  /// Creates the Swift twin for any size. Its arguments are the weights row by row, the top row first, four to an
  /// argument, the bias after the last, and whether alpha is unchanged. Shader: Shared/Convolution.glsl
  ///
  /// - Parameter alongAxis: whether the first argument is an axis, along which the columns extend.
  convenience init(convolution name: String, columns: Int, rows: Int, alongAxis: Bool = false) {
    struct Values {
      let columns, rows: Int
      let weights: [SIMD4<Float>]
      let keepsAlpha: Float
      func number(_ index: Int) -> Float { weights[index / 4][index % 4] }
      var bias: Float { number(columns * rows) }
      var reach: SIMD2<Double> { [Double(columns / 2), Double(rows / 2)] }
    }
    @Sendable func values(_ arguments: [Argument]) -> Values {
      let isUpright = alongAxis && Axis(arguments[0]) == .vertical
      return Values(
        columns: isUpright ? rows : columns, rows: isUpright ? columns : rows,
        weights: arguments.dropFirst(alongAxis ? 1 : 0).dropLast().map { SIMD4<Float>($0) },
        keepsAlpha: Float(arguments[arguments.count - 1]))
    }
    let vectors = [Argument.Kind](repeating: .float4, count: columns * rows / 4 + 1)
    self.init(
      name, kinds: (alongAxis ? [.axis] : []) + vectors + [.float],
      taps: { _ in Double(columns * rows) },
      region: { _, output, arguments in output.outset(by: values(arguments).reach) },
      extent: { inputs, arguments in
        let values = values(arguments)
        return values.bias != 0 && values.keepsAlpha == 0 ? .infinite : inputs[0].map { $0.outset(by: values.reach) }
      },
      makeBody: { arguments in
        let values = values(arguments)
        return { read, at in
          var sum = SIMD4<Float>.zero
          for row in 0..<values.rows {
            for column in 0..<values.columns {
              let step = SIMD2(Float(column - values.columns / 2), Float(values.rows / 2 - row))
              sum += read(0, at + step) * values.number(row * values.columns + column)
            }
          }
          let bias = values.bias
          if values.keepsAlpha == 0 { return sum + bias }
          let alpha = read(0, at).w
          return SIMD4(sum.x + bias * alpha, sum.y + bias * alpha, sum.z + bias * alpha, alpha)
        }
      })
  }
}
