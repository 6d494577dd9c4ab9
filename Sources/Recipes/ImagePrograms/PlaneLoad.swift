import ImageGraph
import PixelFormats

/// The layout from which a dispatch loads Y', Cb and Cr as one image: the mirror of ``PlaneStore``.
///
/// In device memory, planes are consecutive, and rows of luma have the image's pitch. The samples of a plane are
/// indexed from its start: row by row, in each row group by group.
package struct PlaneLoad: Hashable, Sendable {
  /// A plane: its groups of pixels, and the samples of a group.
  package struct Plane: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    package let samples: Int
  }

  /// The samples of a component in a plane.
  package struct Samples: Hashable, Sendable {
    package let plane: Int
    /// The index of its first sample, and the distance from one to the next in a row.
    package let first: Int
    package let step: Int
  }

  package let planes: [Plane]
  package let luma: Samples
  package let blue: Samples
  package let red: Samples
  package let bytesPerSample: Int
  /// The interpolation of chroma along a row, and from row to row downward.
  package let across: ChromaInterpolation
  package let down: ChromaInterpolation

  package init(_ planes: YCbCrPlanes) {
    let bytesPerSample = planes.bytesPerSample
    self.planes = planes.layout.planes.map {
      Plane(columns: $0.columns, rows: $0.rows, samples: $0.bytes / bytesPerSample)
    }
    let samples = planes.components.map {
      Samples(plane: $0.plane, first: $0.offset / bytesPerSample, step: $0.step / bytesPerSample)
    }
    (luma, blue, red) = (samples[0], samples[1], samples[2])
    self.bytesPerSample = bytesPerSample
    let filters = planes.filters
    (across, down) = (ChromaInterpolation(filters.across), ChromaInterpolation(filters.down))
  }

  /// A plane in device memory. Offset and row stride are in samples.
  package struct Placement: Equatable, Sendable {
    package let offset: Int
    package let pitch: Int
    package let rows: Int
  }

  /// Returns the planes of an image in device memory.
  ///
  /// - Parameter pitch: the row stride in pixels, a multiple of four.
  package func placements(pitch: Int, height: Int) -> [Placement] {
    var placements: [Placement] = []
    for plane in planes {
      let offset = placements.last.map { $0.offset + $0.pitch * $0.rows } ?? 0
      placements.append(
        Placement(
          offset: offset, pitch: pitch / plane.columns * plane.samples, rows: (height + plane.rows - 1) / plane.rows))
    }
    return placements
  }

  /// Returns the number of samples of an image in device memory.
  package func sampleCount(pitch: Int, height: Int) -> Int {
    placements(pitch: pitch, height: height).reduce(0) { $0 + $1.pitch * $1.rows }
  }
}

/// The interpolation of chroma along an axis, by the parity of the pixel: pixel 2 k + p mixes the samples k + first[p]
/// and k + first[p] + 1. With one sample a pixel, pixel k has sample k.
package struct ChromaInterpolation: Hashable, Sendable {
  /// Whether a sample is for two pixels.
  package let isHalved: Bool
  /// -1 or 0 each.
  package let first: SIMD2<Int32>
  /// The weight of the second sample.
  package let nextWeight: SIMD2<Float>

  init(_ filter: ChromaFilter) {
    let (even, odd) = (filter.up(0), filter.up(1))
    isHalved = filter.subsampling == 2
    first = isHalved ? [Int32(even.index), Int32(odd.index)] : .zero
    nextWeight = isHalved ? [Float(even.nextWeight), Float(odd.nextWeight)] : .zero
  }

  package var isNearest: Bool { nextWeight == .zero }
}

extension PlaneLoad: CustomStringConvertible {
  package var description: String {
    let arrangement = ["packed", "paired", "apart"][min(planes.count, 3) - 1]
    let interpolation = across.isNearest && down.isNearest ? "nearest" : "linear"
    return "planes \(across.isHalved ? 2 : 1)x\(down.isHalved ? 2 : 1) \(arrangement) \(8 * bytesPerSample) bits "
      + interpolation
  }
}
