import ImageColor

/// What the codes of video mean, by the numbers of ITU-T H.273; 2 is unspecified.
package struct VideoColor: Hashable, Sendable {
  /// The number that stands for "not said".
  package static let unspecified: UInt8 = 2

  package var primaries: UInt8
  package var transfer: UInt8
  package var matrix: UInt8

  package init(
    primaries: UInt8 = Self.unspecified, transfer: UInt8 = Self.unspecified, matrix: UInt8 = Self.unspecified
  ) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
  }

  /// With everything said: what is unspecified is taken from the size, as players do.
  ///
  /// A width of 1280 or a height above 576 and more is BT.709; of what is smaller, 576 rows are BT.601 with the
  /// primaries of 625 lines, and the rest that of 525 lines. The curve is BT.709's, or BT.2020's where the matrix says
  /// so and codes have 10 bits or more. PQ and HLG are never guessed.
  package func completed(width: Int, height: Int, depth: Int) -> VideoColor {
    let isHighDefinition = width >= 1280 || height > 576
    var result = self
    if matrix == Self.unspecified { result.matrix = isHighDefinition ? 1 : height == 576 ? 5 : 6 }
    if primaries == Self.unspecified { result.primaries = isHighDefinition ? 1 : height == 576 ? 5 : 6 }
    if transfer == Self.unspecified { result.transfer = result.matrix == 9 && depth >= 10 ? 14 : 1 }
    return result
  }

  /// The space of R'G'B'; nil where a number is unspecified or none that is known here.
  package var space: ColorSpace? { ColorSpace(CodePoints(primaries: primaries, transfer: transfer)) }

  /// The weights of luma; nil where the matrix is unspecified or none that is known here.
  package var weights: LumaWeights? { LumaWeights(matrixCode: matrix) }
}
