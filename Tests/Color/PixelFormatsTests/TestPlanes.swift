import PixelFormats
import RandomNumbers

/// Planes that own their memory.
final class TestPlanes {
  let planes: PixelPlanes
  private let memory: [UnsafeMutableRawBufferPointer]

  /// - Parameter gap: bytes after each row.
  init(_ layout: PixelLayout, width: Int, height: Int, gap: Int = 0) {
    let rowBytes = layout.planes.map { $0.groups(ofWidth: width) * $0.bytes + gap }
    memory = zip(layout.planes, rowBytes).map { shape, rowBytes in
      let bytes = UnsafeMutableRawBufferPointer.allocate(
        byteCount: shape.rows(ofHeight: height) * rowBytes, alignment: 16)
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      return bytes
    }
    planes = PixelPlanes(
      layout, width: width, height: height,
      planes: zip(memory, rowBytes).map { PixelPlanes.Plane(start: $0.baseAddress!, rowBytes: $1) })
  }

  deinit { for bytes in memory { bytes.deallocate() } }

  func bytes(_ plane: Int) -> [UInt8] { [UInt8](memory[plane]) }

  /// Fills all components with random samples.
  func fill(_ random: inout SplitMix) {
    for component in planes.layout.components {
      let (columns, rows) = planes.count(of: component)
      for row in 0..<rows {
        for column in 0..<columns {
          let code = component.format.greatestSample.map { Double(random.next() % UInt64($0 + 1)) }
          planes.store(code ?? Double(random.next() % 4096) / 4096, component, column: column, row: row)
        }
      }
    }
  }
}
