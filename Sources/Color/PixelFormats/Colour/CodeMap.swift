import ImageColor

/// Which codes stand for black, white and no colour.
package enum CodeRange: Hashable, Sendable, CaseIterable {
  /// Black at 16 and white at 235 of 8 bits, chroma 224 wide; also called limited or narrow.
  case video
  /// All codes.
  case full
}

/// Codes Y', Cb, Cr to R'G'B' as one matrix and one offset: matrix, range and depth together.
///
/// R'G'B' is 0 for black and 1 for white, not clamped: codes below black and above white survive. A program for one map
/// serves all, since only its twelve numbers differ. Source: ITU-T H.273, 8.3.
package struct CodeMap: Hashable, Sendable {
  /// R'G'B' for a step of one code of Y', Cb and Cr.
  package let matrix: Matrix3
  /// R'G'B' for codes 0, 0, 0.
  package let offset: SIMD3<Double>
  /// Codes for a step of 1 of R', G' and B'.
  package let inverseMatrix: Matrix3
  /// Codes of black: R'G'B' 0, 0, 0.
  package let black: SIMD3<Double>

  /// - Parameter depth: bits of a code, 8 to 16.
  package init(_ weights: LumaWeights, _ range: CodeRange, depth: Int) {
    let unit = Double(1 << (depth - 8))
    let full = Double((1 << depth) - 1)
    // Codes from black to white, and from the least to the greatest colour difference.
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

  /// R'G'B' of codes, which may have fractions.
  package func color(of codes: SIMD3<Double>) -> SIMD3<Double> { matrix * codes + offset }

  /// Codes of R'G'B', with their fractions, neither rounded nor clamped.
  package func codes(of color: SIMD3<Double>) -> SIMD3<Double> { inverseMatrix * color + black }

  /// The map as a program takes it: rows for R', G' and B', each with its offset last.
  package var rows: [SIMD4<Double>] {
    [SIMD4(matrix.row0, offset.x), SIMD4(matrix.row1, offset.y), SIMD4(matrix.row2, offset.z)]
  }
}
