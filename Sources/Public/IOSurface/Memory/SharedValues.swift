import CIOSurface
import Foundation

/// Values by their keys that all processes see, as JSON in the file.
///
/// There are two places for them: a change is written to the one that is not read, and then one word says that this one
/// is. So a process that dies meanwhile changes nothing.
final class SharedValues: Sendable {
  private let table: SurfaceTable

  init(_ table: SurfaceTable) { self.table = table }

  /// All of them; what another process has damaged is left out.
  func all() throws(IOSurfaceError) -> [String: Any] {
    let bytes = try table.withLock(changing: false) { () throws(IOSurfaceError) in stored() }
    return SurfaceValues.decoded(bytes)
  }

  /// Sets some and removes others.
  ///
  /// - Throws: `kIOReturnBadArgument` for what is no property list, `kIOReturnNoMemory` when all of them together do
  ///   not fit.
  func change(_ body: (inout [String: Any]) -> Void) throws(IOSurfaceError) {
    try table.withLock(changing: true) { () throws(IOSurfaceError) in
      var values = SurfaceValues.decoded(stored())
      body(&values)
      let bytes = try SurfaceValues.encoded(values)
      guard bytes.count <= CIOS_VALUES_BYTES else {
        throw IOSurfaceError(
          kIOReturnNoMemory, "the values of a surface take \(bytes.count) bytes; \(CIOS_VALUES_BYTES) are allowed")
      }
      let version = cios_load(table.mapping.word(\.valuesVersion))
      let next = version &+ 1
      place(next).copyMemory(from: Array(bytes), byteCount: bytes.count)
      cios_store(length(next), UInt32(bytes.count))
      cios_store(table.mapping.word(\.valuesVersion), next)
    }
  }

  /// A copy of the bytes.
  private func stored() -> Data {
    let version = cios_load(table.mapping.word(\.valuesVersion))
    let count = Int(cios_load(length(version)))
    return count <= CIOS_VALUES_BYTES ? Data(bytes: place(version), count: count) : Data()
  }

  private func place(_ version: UInt32) -> UnsafeMutableRawPointer {
    table.mapping.start + CIOS_VALUES_OFFSET + Int(version & 1) * CIOS_VALUES_BYTES
  }

  private func length(_ version: UInt32) -> UnsafeMutablePointer<UInt32> {
    table.mapping.word(\.valuesLength.0) + Int(version & 1)
  }
}
