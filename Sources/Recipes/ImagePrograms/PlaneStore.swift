import ImageGraph
import PixelFormats

/// The layout in which a dispatch stores Y', Cb and Cr as consecutive planes: luma of every pixel, and chroma as the
/// mean of a group of pixels.
///
/// An invocation computes whole groups, so it evaluates each pixel once and needs no neighbours. Beyond the right and
/// the lower edge, the pixels of the edge are repeated.
package struct PlaneStore: Hashable, Sendable {
  /// The columns and rows of pixels per chroma sample: 1 or 2 each.
  package let columns: Int
  package let rows: Int
  /// Whether Cb and Cr are interleaved in one plane. Else each has a plane of its own.
  package let isPaired: Bool
  /// The bits of a sample, 8...16. Above 8, samples have 16 bits, and `shift` is the position of the lowest bit.
  package let depth: Int
  package let shift: Int
  /// The weights of the pixels of a row: the one before a group, its two, and the one after it. Ignored if a group has
  /// one column.
  package let columnWeights: SIMD4<Float>

  /// The weights of the mean of a group's pixels.
  package static let mean = SIMD4<Float>(0, 0.5, 0.5, 0)

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - shift: the position of the lowest bit of samples with more than 8 bits.
  package init(
    columns: Int, rows: Int, isPaired: Bool, depth: Int, shift: Int, columnWeights: SIMD4<Float> = PlaneStore.mean
  ) {
    (self.columns, self.rows, self.isPaired, self.depth, self.shift) = (columns, rows, isPaired, depth, shift)
    self.columnWeights = columnWeights
  }

  /// Returns the layout in which one dispatch can store planes. Returns nil if chroma samples depend on other rows than
  /// their own, or if luma and chroma share a plane.
  package init?(_ planes: YCbCrPlanes) {
    let (across, down) = planes.filters
    guard planes.layout.isPlanar, down.subsampling == 1 || down.downWeights == Self.mean else { return nil }
    let (depth, shift) =
      if case .sixteenBits(let depth, let shift) = planes.components[0].format { (depth, shift) } else { (8, 0) }
    self.init(
      columns: planes.subsampling.columns, rows: planes.subsampling.rows, isPaired: planes.layout.planes.count == 2,
      depth: depth, shift: shift, columnWeights: across.subsampling == 1 ? Self.mean : across.downWeights)
  }

  /// The number of chroma planes.
  package var chromaCount: Int { isPaired ? 1 : 2 }

  /// The shape of a chroma plane.
  package var chromaShape: PlaneShape {
    PlaneShape(columns: columns, rows: rows, bytes: bytesPerSample * (isPaired ? 2 : 1))
  }

  package var bytesPerSample: Int { depth > 8 ? 2 : 1 }

  /// The number of groups of four adjacent pixels that an invocation computes, so that it fills a word of each plane.
  package var quads: Int { !isPaired && columns == 2 && bytesPerSample == 1 ? 2 : 1 }

  /// The format of the luma plane.
  package var format: PixelFormat { bytesPerSample == 1 ? .r8 : .r16 }

  /// A plane in the memory of an image.
  package struct Plane: Equatable, Sendable {
    package let offset: Int
    package let rowBytes: Int
    package let byteCount: Int
  }

  /// Returns the planes of an image: luma, then chroma.
  ///
  /// - Parameter pitch: the row stride of luma in pixels, a multiple of the block width.
  package func planes(pitch: Int, height: Int) -> [Plane] {
    // With an odd height, luma has an additional row in the last block.
    let groups = (height + rows - 1) / rows
    var planes = [Plane(offset: 0, rowBytes: pitch * bytesPerSample, byteCount: groups * rows * pitch * bytesPerSample)]
    let rowBytes = pitch / columns * bytesPerSample * (isPaired ? 2 : 1)
    for _ in 0..<chromaCount {
      let offset = planes.last!.offset + planes.last!.byteCount
      planes.append(Plane(offset: offset, rowBytes: rowBytes, byteCount: groups * rowBytes))
    }
    return planes
  }
}

extension PlaneStore: CustomStringConvertible {
  package var description: String {
    "planes \(columns)x\(rows) \(isPaired ? "paired" : "apart") \(depth) bits" + (shift > 0 ? " << \(shift)" : "")
      + (columnWeights == PlaneStore.mean ? "" : " across \(columnWeights)")
  }
}

extension Schedule {
  /// Returns the schedule with its output stored as planes. The output's red, green and blue are Y', Cb and Cr.
  ///
  /// - Returns: nil if the output is not computed by a single dispatch.
  package func storing(_ planes: PlaneStore) -> Schedule? {
    guard outputs.count == 1, let last = dispatches.last, last.output == output, case .output = images[output].kind,
      last.region == images[output].region
    else { return nil }
    var (images, program) = (images, last.program)
    program.store = .planes(planes)
    images[output] = Image(kind: .output, region: last.region, store: program.store)
    let stored = Dispatch(
      program: program, arguments: last.arguments, inputs: last.inputs, output: output, region: last.region)
    return Schedule(images: images, dispatches: dispatches.dropLast() + [stored], output: output)
  }
}
