/// How the pixels of an image lie in memory: in one to three planes, and where each component is in them.
package struct PixelLayout: Hashable, Sendable {
  package let planes: [PlaneShape]
  /// True for layouts of planes, even of one; false for pixels that lie whole beside each other.
  package let isPlanar: Bool
  /// What rows must be a multiple of, in bytes.
  package let rowAlignment: Int
  /// Empty for layouts whose bytes can be kept and copied, but which nothing here reads.
  package let components: [Component]
  /// What codes of Y'CbCr stand for; nil for other layouts.
  package let range: CodeRange?

  package init(
    planes: [PlaneShape], isPlanar: Bool, rowAlignment: Int = 1, components: [Component] = [], range: CodeRange? = nil
  ) {
    (self.planes, self.isPlanar, self.rowAlignment) = (planes, isPlanar, rowAlignment)
    (self.components, self.range) = (components, range)
  }

  /// The component with this meaning; nil where the layout has none.
  package func component(_ meaning: Component.Meaning) -> Component? { components.first { $0.meaning == meaning } }

  package var isYCbCr: Bool { range != nil }
  package var isOpaque: Bool { component(.alpha) == nil }

  /// Pixels for each chroma number, along a row and from row to row; 1 and 1 where there is no chroma.
  package var chromaShrink: (columns: Int, rows: Int) {
    component(.blueDifference).map { ($0.columns, $0.rows) } ?? (1, 1)
  }
}

extension PixelLayout {
  /// Pixels whole beside each other, components of 8 bits, in the order of memory.
  package static func bytes(_ meanings: Component.Meaning...) -> PixelLayout { interleaved(meanings, .eightBits, 1) }
  /// As `bytes`, with little-endian components of 16 bits.
  package static func words(_ meanings: Component.Meaning...) -> PixelLayout {
    interleaved(meanings, .sixteenBits(depth: 16, shift: 0), 2)
  }
  /// As `bytes`, with half floats.
  package static func halves(_ meanings: Component.Meaning...) -> PixelLayout { interleaved(meanings, .half, 2) }
  /// As `bytes`, with floats.
  package static func floats(_ meanings: Component.Meaning...) -> PixelLayout { interleaved(meanings, .float, 4) }

  private static func interleaved(
    _ meanings: [Component.Meaning], _ number: Component.Number, _ size: Int
  ) -> PixelLayout {
    let step = size * meanings.count
    return PixelLayout(
      planes: [PlaneShape(bytes: step)], isPlanar: false,
      components: meanings.enumerated().map { Component($1, number, offset: size * $0, step: step) })
  }

  /// A little-endian word a pixel: alpha in the two highest bits, then ten each of red, green and blue.
  package static let argb2101010 = PixelLayout(
    planes: [PlaneShape(bytes: 4)], isPlanar: false,
    components: [
      Component(.red, .bits(depth: 10, shift: 20), step: 4), Component(.green, .bits(depth: 10, shift: 10), step: 4),
      Component(.blue, .bits(depth: 10, shift: 0), step: 4), Component(.alpha, .bits(depth: 2, shift: 30), step: 4),
    ])

  /// Two planes: Y', and Cb and Cr beside each other. Depths above 8 are in the highest bits of 16.
  package static func twoPlanes(depth: Int, columns: Int, rows: Int, _ range: CodeRange) -> PixelLayout {
    let number: Component.Number = depth == 8 ? .eightBits : .sixteenBits(depth: depth, shift: 16 - depth)
    let size = depth == 8 ? 1 : 2
    return PixelLayout(
      planes: [PlaneShape(bytes: size), PlaneShape(columns: columns, rows: rows, bytes: 2 * size)], isPlanar: true,
      components: [
        Component(.luma, number, step: size),
        Component(.blueDifference, number, plane: 1, step: 2 * size, columns: columns, rows: rows),
        Component(.redDifference, number, plane: 1, offset: size, step: 2 * size, columns: columns, rows: rows),
      ], range: range)
  }

  /// Three planes: Y', Cb and Cr, chroma for every second pixel and row. Depths above 8 are in the lowest bits of 16.
  package static func threePlanes(depth: Int, _ range: CodeRange) -> PixelLayout {
    let number: Component.Number = depth == 8 ? .eightBits : .sixteenBits(depth: depth, shift: 0)
    let size = depth == 8 ? 1 : 2
    let chroma = PlaneShape(columns: 2, rows: 2, bytes: size)
    return PixelLayout(
      planes: [PlaneShape(bytes: size), chroma, chroma], isPlanar: true,
      components: [
        Component(.luma, number, step: size),
        Component(.blueDifference, number, plane: 1, step: size, columns: 2, rows: 2),
        Component(.redDifference, number, plane: 2, step: size, columns: 2, rows: 2),
      ], range: range)
  }

  /// Four bytes for two pixels: two of luma, one each of Cb and Cr.
  ///
  /// - Parameter lumaFirst: Y0 Cb Y1 Cr; else Cb Y0 Cr Y1.
  package static func packedPairs(lumaFirst: Bool, _ range: CodeRange) -> PixelLayout {
    let (luma, chroma) = lumaFirst ? (0, 1) : (1, 0)
    return PixelLayout(
      planes: [PlaneShape(columns: 2, bytes: 4)], isPlanar: false,
      components: [
        Component(.luma, .eightBits, offset: luma, step: 2),
        Component(.blueDifference, .eightBits, offset: chroma, step: 4, columns: 2),
        Component(.redDifference, .eightBits, offset: chroma + 2, step: 4, columns: 2),
      ], range: range)
  }

  /// Pixels of which nothing here knows more than their size: groups beside each other.
  package static func opaqueBytes(_ bytes: Int, columns: Int = 1, rowAlignment: Int = 1) -> PixelLayout {
    PixelLayout(
      planes: [PlaneShape(columns: columns, bytes: bytes)], isPlanar: false, rowAlignment: rowAlignment)
  }

  /// Planes of which nothing here knows more than their shapes.
  package static func opaquePlanes(_ planes: PlaneShape...) -> PixelLayout {
    PixelLayout(planes: planes, isPlanar: true)
  }
}
