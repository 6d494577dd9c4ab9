/// The memory layout of an image's pixels: one to three planes, and the position of each component in them.
package struct PixelLayout: Hashable, Sendable {
  package let planes: [PlaneShape]
  /// Whether the layout is planar, even with one plane; false for interleaved pixels.
  package let isPlanar: Bool
  /// The required row alignment, in bytes.
  package let rowAlignment: Int
  /// The components. Empty for layouts whose bytes can be stored and copied, but not interpreted.
  package let components: [Component]
  /// The quantization range of Y'CbCr samples; nil for other layouts.
  package let range: QuantizationRange?

  package init(
    planes: [PlaneShape], isPlanar: Bool, rowAlignment: Int = 1, components: [Component] = [],
    range: QuantizationRange? = nil
  ) {
    (self.planes, self.isPlanar, self.rowAlignment) = (planes, isPlanar, rowAlignment)
    (self.components, self.range) = (components, range)
  }

  /// Returns the component with this meaning; nil if the layout has none.
  package func component(_ meaning: Component.Meaning) -> Component? { components.first { $0.meaning == meaning } }

  package var isYCbCr: Bool { range != nil }
  package var isOpaque: Bool { component(.alpha) == nil }

  /// The number of pixels for each chroma sample, along a row and from row to row; 1 and 1 without chroma.
  package var chromaSubsampling: (columns: Int, rows: Int) {
    component(.blueDifference).map { ($0.columns, $0.rows) } ?? (1, 1)
  }
}

extension PixelLayout {
  /// Returns the layout of interleaved pixels with components of 8 bits, in memory order.
  package static func bytes(_ meanings: Component.Meaning...) -> PixelLayout { interleaved(meanings, .eightBits, 1) }
  /// Returns the layout of interleaved pixels with little-endian components of 16 bits.
  package static func words(_ meanings: Component.Meaning...) -> PixelLayout {
    interleaved(meanings, .sixteenBits(depth: 16, shift: 0), 2)
  }
  /// Returns the layout of interleaved pixels with half floats.
  package static func halves(_ meanings: Component.Meaning...) -> PixelLayout { interleaved(meanings, .half, 2) }
  /// Returns the layout of interleaved pixels with floats.
  package static func floats(_ meanings: Component.Meaning...) -> PixelLayout { interleaved(meanings, .float, 4) }

  private static func interleaved(
    _ meanings: [Component.Meaning], _ sampleFormat: Component.SampleFormat, _ size: Int
  ) -> PixelLayout {
    let step = size * meanings.count
    return PixelLayout(
      planes: [PlaneShape(bytes: step)], isPlanar: false,
      components: meanings.enumerated().map { Component($1, sampleFormat, offset: size * $0, step: step) })
  }

  /// A little-endian word per pixel: alpha in the two highest bits, then ten bits each of red, green and blue.
  package static let argb2101010 = PixelLayout(
    planes: [PlaneShape(bytes: 4)], isPlanar: false,
    components: [
      Component(.red, .bits(depth: 10, shift: 20), step: 4), Component(.green, .bits(depth: 10, shift: 10), step: 4),
      Component(.blue, .bits(depth: 10, shift: 0), step: 4), Component(.alpha, .bits(depth: 2, shift: 30), step: 4),
    ])

  /// Returns the layout of two planes: Y', and interleaved Cb and Cr. Depths above 8 are in the highest bits of 16.
  package static func twoPlanes(depth: Int, columns: Int, rows: Int, _ range: QuantizationRange) -> PixelLayout {
    let sampleFormat: Component.SampleFormat = depth == 8 ? .eightBits : .sixteenBits(depth: depth, shift: 16 - depth)
    let size = depth == 8 ? 1 : 2
    return PixelLayout(
      planes: [PlaneShape(bytes: size), PlaneShape(columns: columns, rows: rows, bytes: 2 * size)], isPlanar: true,
      components: [
        Component(.luma, sampleFormat, step: size),
        Component(.blueDifference, sampleFormat, plane: 1, step: 2 * size, columns: columns, rows: rows),
        Component(.redDifference, sampleFormat, plane: 1, offset: size, step: 2 * size, columns: columns, rows: rows),
      ], range: range)
  }

  /// Returns the layout of three planes: Y', Cb and Cr, with 4:2:0 chroma. Depths above 8 are in the lowest bits of 16.
  package static func threePlanes(depth: Int, _ range: QuantizationRange) -> PixelLayout {
    let sampleFormat: Component.SampleFormat = depth == 8 ? .eightBits : .sixteenBits(depth: depth, shift: 0)
    let size = depth == 8 ? 1 : 2
    let chroma = PlaneShape(columns: 2, rows: 2, bytes: size)
    return PixelLayout(
      planes: [PlaneShape(bytes: size), chroma, chroma], isPlanar: true,
      components: [
        Component(.luma, sampleFormat, step: size),
        Component(.blueDifference, sampleFormat, plane: 1, step: size, columns: 2, rows: 2),
        Component(.redDifference, sampleFormat, plane: 2, step: size, columns: 2, rows: 2),
      ], range: range)
  }

  /// Returns the layout of 4:2:2 pairs: four bytes for two pixels, two of luma, one each of Cb and Cr.
  ///
  /// - Parameter lumaFirst: whether the order is Y0 Cb Y1 Cr; otherwise Cb Y0 Cr Y1.
  package static func packedPairs(lumaFirst: Bool, _ range: QuantizationRange) -> PixelLayout {
    let (luma, chroma) = lumaFirst ? (0, 1) : (1, 0)
    return PixelLayout(
      planes: [PlaneShape(columns: 2, bytes: 4)], isPlanar: false,
      components: [
        Component(.luma, .eightBits, offset: luma, step: 2),
        Component(.blueDifference, .eightBits, offset: chroma, step: 4, columns: 2),
        Component(.redDifference, .eightBits, offset: chroma + 2, step: 4, columns: 2),
      ], range: range)
  }

  /// Returns an interleaved layout of which only the size of a group of pixels is known.
  package static func opaqueBytes(_ bytes: Int, columns: Int = 1, rowAlignment: Int = 1) -> PixelLayout {
    PixelLayout(
      planes: [PlaneShape(columns: columns, bytes: bytes)], isPlanar: false, rowAlignment: rowAlignment)
  }

  /// Returns a planar layout of which only the shapes of the planes are known.
  package static func opaquePlanes(_ planes: PlaneShape...) -> PixelLayout {
    PixelLayout(planes: planes, isPlanar: true)
  }
}
