import ImageGraph
import PixelFormats
import RandomNumbers

/// Sources of planes of Y'CbCr with random samples; the same on every run.
package enum RandomPlanes {
  package static let layouts: [(name: String, layout: PixelLayout)] = [
    ("4:2:0 paired", .twoPlanes(depth: 8, columns: 2, rows: 2, .video)),
    ("4:2:0 apart", .threePlanes(depth: 8, .video)),
    ("4:2:0 paired, 10 bits", .twoPlanes(depth: 10, columns: 2, rows: 2, .video)),
    ("4:2:0 apart, 10 bits", .threePlanes(depth: 10, .full)),
    ("4:2:2 paired", .twoPlanes(depth: 8, columns: 2, rows: 1, .full)),
    ("4:2:2 packed", .packedPairs(lumaFirst: false, .video)),
    ("4:2:2 packed, luma first", .packedPairs(lumaFirst: true, .video)),
    ("4:4:4 paired, 16 bits", .twoPlanes(depth: 16, columns: 1, rows: 1, .full)),
  ]

  /// Returns the planes of a layout.
  ///
  /// - Precondition: the name is in `layouts`.
  package static func named(_ name: String, _ site: ChromaSite, _ quality: ChromaQuality?) -> YCbCrPlanes {
    YCbCrPlanes(layouts.first { $0.name == name }!.layout, site: site, quality: quality)!
  }

  /// Returns a source with random bytes. Each plane has memory of its own, and its rows have padding.
  package static func source(_ planes: YCbCrPlanes, _ width: Int, _ height: Int, seed: UInt64 = 1) throws -> Source {
    var random = SplitMix(seed: seed)
    let memory = planes.layout.planes.map { shape -> (bytes: UnsafeMutableRawPointer, rowBytes: Int) in
      let rowBytes = shape.groups(ofWidth: width) * shape.bytes + 6
      let rows = shape.rows(ofHeight: height)
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: rows * rowBytes, alignment: 64)
      for offset in 0..<rows * rowBytes { bytes.storeBytes(of: random.next(), toByteOffset: offset) }
      return (bytes, rowBytes)
    }
    let chroma = zip(memory, planes.layout.planes).dropFirst().map {
      PixelBuffer.Plane(bytes: $0.bytes, rowBytes: $0.rowBytes, $1)
    }
    let pixels = PixelBuffer(
      width: width, height: height, format: planes.format, rowBytes: memory[0].rowBytes, adopting: memory[0].bytes,
      chroma: chroma
    ) { first in
      first.deallocate()
      for plane in chroma { plane.bytes.deallocate() }
    }
    return Source(
      width: width, height: height, planes: planes, label: "planes", origin: Source.Origin(pixels, plane: 0)
    ) { () throws(RenderError) in pixels }
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func storeBytes(of random: UInt64, toByteOffset offset: Int) {
    storeBytes(of: UInt8(truncatingIfNeeded: random >> 24), toByteOffset: offset, as: UInt8.self)
  }
}
