import CIOSurface
import Foundation

/// A surface's values by their keys, shared by all processes as JSON in the file.
///
/// The file has two buffers for them. A change is written to the inactive buffer, then one word makes that buffer
/// active. If the process dies meanwhile, the old values stay valid.
final class SharedValues: Sendable {
  private let table: SurfaceTable

  init(_ table: SurfaceTable) { self.table = table }

  /// Returns all values. Values that another process has damaged are omitted.
  func all() throws(IOSurfaceError) -> [String: Any] {
    let bytes = try table.withLock(changing: false) { () throws(IOSurfaceError) in stored() }
    return SurfaceValues.decoded(bytes)
  }

  /// Changes the values.
  ///
  /// - Throws: `kIOReturnBadArgument` if the result is not a property list, `kIOReturnNoMemory` if it is too large.
  func change(_ body: (inout [String: Any]) -> Void) throws(IOSurfaceError) {
    try table.withLock(changing: true) { () throws(IOSurfaceError) in
      var values = SurfaceValues.decoded(stored())
      body(&values)
      let bytes = try SurfaceValues.encoded(values)
      guard bytes.count <= CIOS_VALUES_BYTES else {
        throw IOSurfaceError(
          kIOReturnNoMemory, "the values of a surface take \(bytes.count) bytes; up to \(CIOS_VALUES_BYTES) are allowed"
        )
      }
      let version = cios_load(table.mapping.word(\.valuesVersion))
      let next = version &+ 1
      buffer(next).copyMemory(from: Array(bytes), byteCount: bytes.count)
      cios_store(length(next), UInt32(bytes.count))
      cios_store(table.mapping.word(\.valuesVersion), next)
    }
  }

  /// Returns a copy of the active buffer.
  private func stored() -> Data {
    let version = cios_load(table.mapping.word(\.valuesVersion))
    let count = Int(cios_load(length(version)))
    return count <= CIOS_VALUES_BYTES ? Data(bytes: buffer(version), count: count) : Data()
  }

  private func buffer(_ version: UInt32) -> UnsafeMutableRawPointer {
    table.mapping.start + CIOS_VALUES_OFFSET + Int(version & 1) * CIOS_VALUES_BYTES
  }

  private func length(_ version: UInt32) -> UnsafeMutablePointer<UInt32> {
    table.mapping.word(\.valuesLength.0) + Int(version & 1)
  }
}
