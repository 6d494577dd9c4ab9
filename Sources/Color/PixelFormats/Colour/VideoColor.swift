import ImageColor

/// The colour properties of video, as code points of ITU-T H.273; 2 is unspecified.
package struct VideoColor: Hashable, Sendable {
  /// The code point for "unspecified".
  package static let unspecified: UInt8 = 2

  package var primaries: UInt8
  package var transfer: UInt8
  package var matrix: UInt8

  package init(
    primaries: UInt8 = Self.unspecified, transfer: UInt8 = Self.unspecified, matrix: UInt8 = Self.unspecified
  ) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
  }

  /// Returns the properties with unspecified ones derived from the size, as players do.
  ///
  /// If the width is at least 1280 or the height is above 576, they are those of BT.709. Otherwise, 576 rows are BT.601
  /// with the primaries of 625 lines, and other heights BT.601 with those of 525 lines. The transfer function is
  /// BT.709's, or BT.2020's if the matrix is BT.2020's and samples have 10 bits or more. PQ and HLG are never assumed.
  package func completed(width: Int, height: Int, depth: Int) -> VideoColor {
    let isHighDefinition = width >= 1280 || height > 576
    var result = self
    if matrix == Self.unspecified { result.matrix = isHighDefinition ? 1 : height == 576 ? 5 : 6 }
    if primaries == Self.unspecified { result.primaries = isHighDefinition ? 1 : height == 576 ? 5 : 6 }
    if transfer == Self.unspecified { result.transfer = result.matrix == 9 && depth >= 10 ? 14 : 1 }
    return result
  }

  /// The space of R'G'B'; nil if a code point is unspecified or unsupported.
  package var space: ColorSpace? { ColorSpace(CodePoints(primaries: primaries, transfer: transfer)) }

  /// The weights of luma; nil if the matrix is unspecified or unsupported.
  package var weights: LumaWeights? { LumaWeights(matrixCode: matrix) }
}
