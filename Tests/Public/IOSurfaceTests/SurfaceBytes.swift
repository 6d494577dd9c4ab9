import Foundation
import IOSurface
import Testing

/// Bytes of all of a surface.
func bytes(_ surface: IOSurface) -> UnsafeMutableRawBufferPointer {
  UnsafeMutableRawBufferPointer(start: surface.baseAddress, count: surface.allocationSize)
}

/// Returns the numbers of descriptors and mappings of this process with a name.
func handles(named name: String) throws -> (descriptors: Int, mappings: Int) {
  let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains(name) == true
  }
  let maps = String(decoding: try contents(ofSystemFile: "/proc/self/maps"), as: UTF8.self)
  return (descriptors.count, maps.split(separator: "\n").count { $0.contains(name) })
}

/// Reads to the end. `Data(contentsOf:)` stops after the first short read, and here all of them are short.
private func contents(ofSystemFile path: String) throws -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  try #require(file >= 0)
  defer { close(file) }
  var (all, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
  while true {
    let count = Foundation.read(file, &part, part.count)
    guard count > 0 else { return all }
    all += part[..<count]
  }
}
