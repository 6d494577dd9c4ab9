import ImageColor

/// The quantization range of samples: the values of black, white and zero chroma.
package enum QuantizationRange: Hashable, Sendable, CaseIterable {
  /// Black at 16 and white at 235 of 8 bits, chroma 224 wide; also called limited or narrow.
  case video
  /// All sample values.
  case full
}

/// The conversion from Y', Cb, Cr samples to R'G'B' as one matrix and one offset, which combine the matrix
/// coefficients, range and depth.
///
/// R'G'B' is 0 for black and 1 for white, not clamped: values below black and above white are preserved. One program
/// serves all conversions, which differ only in twelve parameters. Source: ITU-T H.273, 8.3.
package struct YCbCrMatrix: Hashable, Sendable {
  /// The change of R'G'B' for a step of one of Y', Cb and Cr.
  package let matrix: Matrix3
  /// R'G'B' for the samples 0, 0, 0.
  package let offset: SIMD3<Double>
  /// The change of the samples for a step of 1 of R', G' and B'.
  package let inverseMatrix: Matrix3
  /// The samples of black: R'G'B' 0, 0, 0.
  package let black: SIMD3<Double>

  /// - Parameter depth: the bits of a sample, 8 to 16.
  package init(_ weights: LumaWeights, _ range: QuantizationRange, depth: Int) {
    let unit = Double(1 << (depth - 8))
    let full = Double((1 << depth) - 1)
    // The steps from black to white, and from the least to the greatest colour difference.
    let (lumaSpan, chromaSpan) = range == .video ? (219 * unit, 224 * unit) : (full, full)
    black = [range == .video ? 16 * unit : 0, 128 * unit, 128 * unit]

    let (kr, kg, kb) = (weights.red, weights.green, weights.blue)
    let (red, blue) = (2 * (1 - kr), 2 * (1 - kb))
    matrix = Matrix3(
      [1 / lumaSpan, 0, red / chromaSpan],
      [1 / lumaSpan, -kb * blue / kg / chromaSpan, -kr * red / kg / chromaSpan],
      [1 / lumaSpan, blue / chromaSpan, 0])
    offset = -(matrix * black)
    inverseMatrix = Matrix3(
      [kr * lumaSpan, kg * lumaSpan, kb * lumaSpan],
      [-kr / blue * chromaSpan, -kg / blue * chromaSpan, (1 - kb) / blue * chromaSpan],
      [(1 - kr) / red * chromaSpan, -kg / red * chromaSpan, -kb / red * chromaSpan])
  }

  /// Returns R'G'B' of samples, which may have fractions.
  package func color(of samples: SIMD3<Double>) -> SIMD3<Double> { matrix * samples + offset }

  /// Returns the samples of R'G'B', with their fractions, neither rounded nor clamped.
  package func samples(of color: SIMD3<Double>) -> SIMD3<Double> { inverseMatrix * color + black }

  /// The rows of the matrix as arguments of a program: for R', G' and B', each with its offset last.
  package var rows: [SIMD4<Double>] {
    [SIMD4(matrix.row0, offset.x), SIMD4(matrix.row1, offset.y), SIMD4(matrix.row2, offset.z)]
  }
}
