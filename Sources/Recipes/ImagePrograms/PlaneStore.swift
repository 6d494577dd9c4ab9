import ImageGraph

/// How a dispatch stores Y', Cb and Cr as planes that lie one behind the other: luma of every pixel, and chroma that is
/// the mean of a group of pixels.
///
/// An invocation makes a block of whole groups, so it evaluates each pixel once and needs no neighbour. Pixels beyond
/// the right and the lower edge are those of the edge.
package struct PlaneStore: Hashable, Sendable {
  /// Pixels that a number of chroma stands for, in a row and from row to row: 1 or 2.
  package let columns: Int
  package let rows: Int
  /// True: Cb and Cr lie side by side in one plane; else each has a plane of its own.
  package let isPaired: Bool
  /// Bits of a number, 8...16. Above 8 each lies in 16 bits, so many from the lowest.
  package let depth: Int
  package let shift: Int
  /// How much each pixel of a row counts: the one before a group's two, these, and the one behind. Of a group with a
  /// single column they say nothing.
  package let across: SIMD4<Float>

  /// Each number of chroma is the mean of its pixels.
  package static let mean = SIMD4<Float>(0, 0.5, 0.5, 0)

  /// - Parameters:
  ///   - shift: where numbers of more than 8 bits lie in their 16.
  package init(
    columns: Int, rows: Int, isPaired: Bool, depth: Int, shift: Int, across: SIMD4<Float> = PlaneStore.mean
  ) {
    (self.columns, self.rows, self.isPaired, self.depth, self.shift) = (columns, rows, isPaired, depth, shift)
    self.across = across
  }

  /// Planes beside luma's.
  package var chromaCount: Int { isPaired ? 1 : 2 }

  package var bytesPerNumber: Int { depth > 8 ? 2 : 1 }

  /// Groups of four pixels side by side that an invocation makes: as many as fill a word of each plane.
  package var quads: Int { !isPaired && columns == 2 && bytesPerNumber == 1 ? 2 : 1 }

  /// The format of luma's plane.
  package var format: PixelFormat { bytesPerNumber == 1 ? .r8 : .r16 }

  /// A plane in the memory of an image.
  package struct Plane: Equatable, Sendable {
    package let offset: Int
    package let rowBytes: Int
    package let byteCount: Int
  }

  /// The planes of an image: luma, then chroma.
  ///
  /// - Parameter pitch: of luma in pixels, whole blocks.
  package func planes(pitch: Int, height: Int) -> [Plane] {
    // The last block of an odd height has a row of luma more.
    let groups = (height + rows - 1) / rows
    var planes = [Plane(offset: 0, rowBytes: pitch * bytesPerNumber, byteCount: groups * rows * pitch * bytesPerNumber)]
    let rowBytes = pitch / columns * bytesPerNumber * (isPaired ? 2 : 1)
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
      + (across == PlaneStore.mean ? "" : " across \(across)")
  }
}

extension Schedule {
  /// The same with its output, whose red, green and blue are Y', Cb and Cr, stored as planes.
  ///
  /// - Returns: nil where not one dispatch makes all of the output.
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
