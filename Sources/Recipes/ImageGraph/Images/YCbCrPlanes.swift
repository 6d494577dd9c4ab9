import PixelFormats

/// The planes of Y'CbCr in which a source or a result is stored, and the resampling of their chroma.
///
/// As pixels, red, green and blue are Y', Cb and Cr, in fractions of the largest value of the stored bits, and alpha is
/// 1. Chroma is interpolated for every pixel; edges are repeated.
///
/// Source of the interpolation: ``ChromaFilter``.
package struct YCbCrPlanes: Hashable, Sendable {
  package let layout: PixelLayout
  /// Y', Cb and Cr.
  package let components: [Component]
  package var site: ChromaSite
  /// The resampling of chroma. Nil: it depends on the recipe, see `PlaneRequest`.
  package var quality: ChromaQuality?

  /// Creates a description. Returns nil if the layout has other components than Y', Cb and Cr, or if their samples are
  /// not integers of 8 or 16 bits, in groups of up to four bytes.
  package init?(_ layout: PixelLayout, site: ChromaSite, quality: ChromaQuality?) {
    let components = [Component.Meaning.luma, .blueDifference, .redDifference].compactMap(layout.component)
    guard components.count == 3, components.count == layout.components.count,
      components.allSatisfy({ Self.byteCount(of: $0.format) != nil && $0.step <= 4 }),
      components[0].step <= 2 * Self.byteCount(of: components[0].format)!
    else { return nil }
    (self.layout, self.components, self.site, self.quality) = (layout, components, site, quality)
  }

  private static func byteCount(of format: Component.SampleFormat) -> Int? {
    switch format {
    case .eightBits: 1
    case .sixteenBits: 2
    case .bits, .half, .float: nil
    }
  }

  package var bytesPerSample: Int { Self.byteCount(of: components[0].format)! }

  /// The number of pixels for each chroma sample, along a row and from row to row: 1 or 2 each.
  package var subsampling: (columns: Int, rows: Int) { layout.chromaSubsampling }

  /// The chroma filters along a row and from row to row.
  package var filters: (across: ChromaFilter, down: ChromaFilter) {
    let (subsampling, quality) = (layout.chromaSubsampling, quality ?? .smooth)
    return (
      ChromaFilter(quality, subsampling: subsampling.columns, position: site.column),
      ChromaFilter(quality, subsampling: subsampling.rows, position: site.row)
    )
  }

  /// The value of one integer step of a sample in the pixels: 1/255, or 2^shift/65,535.
  package var unit: Double {
    if case .sixteenBits(_, let shift) = components[0].format { Double(1 << shift) / 65535 } else { 1 / 255 }
  }

  /// The format in which the first plane has a pixel for each pixel of the image. It has two components if luma is
  /// interleaved with chroma.
  package var format: PixelFormat {
    let luma = PlaneShape(bytes: components[0].step)
    return format(of: luma)!
  }

  /// Returns the format in which a plane has a pixel for each group. Returns nil if a group has more than two samples.
  package func format(of shape: PlaneShape) -> PixelFormat? {
    switch (shape.bytes / bytesPerSample, bytesPerSample) {
    case (1, 1): .r8
    case (1, _): .r16
    case (2, 1): .rg8
    case (2, _): .rg16
    default: nil
    }
  }

  /// Returns the bytes of an image without padding.
  package func byteCount(width: Int, height: Int) -> Int {
    layout.planes.reduce(0) { $0 + $1.groups(ofWidth: width) * $1.bytes * $1.rows(ofHeight: height) }
  }
}

extension YCbCrPlanes: CustomStringConvertible {
  package var description: String {
    let arrangement = ["packed", "paired", "apart"][min(layout.planes.count, 3) - 1]
    return "planes \(subsampling.columns)x\(subsampling.rows) \(arrangement) \(8 * bytesPerSample) bits"
      + (quality.map { " \($0)" } ?? "")
  }
}

extension PixelPlanes {
  /// Creates the planes of pixels in memory.
  ///
  /// - Precondition: `pixels` are planes of this description, and stay alive as long as the result.
  package init(_ pixels: PixelBuffer, _ planes: YCbCrPlanes) {
    let rest = pixels.chroma.map { Plane(start: $0.bytes, rowBytes: $0.rowBytes) }
    self.init(
      planes.layout, width: pixels.width, height: pixels.height,
      planes: [Plane(start: pixels.bytes, rowBytes: pixels.rowBytes)] + rest)
  }
}
