import Foundation
import IOSurface
import Testing

/// Another process, at the other end of a socket.
final class Peer {
  let process = Process()
  let socket: Int32
  private let output = Pipe()
  private var text = Data()

  init(_ arguments: String...) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    socket = ends[0]
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "SurfacePeer")
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    process.standardOutput = output
    try process.run()
    close(ends[1])
  }

  deinit {
    kill()
    close(socket)
  }

  /// Ends it in the middle of whatever it does.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    wait()
  }

  /// Waits for its end. `waitUntilExit` needs a run loop, which threads of tests do not have.
  func wait() {
    while process.isRunning { usleep(1000) }
  }

  /// Lets it go on.
  func goOn() { _ = write(socket, "g", 1) }

  /// The next line that it prints; nil at its end.
  func line() -> String? {
    while !text.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      text += more
    }
    let end = text.firstIndex(of: UInt8(ascii: "\n"))!
    defer { text = Data(text[(end + 1)...]) }
    return String(decoding: text[..<end], as: UTF8.self)
  }
}

/// Bytes of all of a surface.
func bytes(_ surface: IOSurface) -> UnsafeMutableRawBufferPointer {
  UnsafeMutableRawBufferPointer(start: surface.baseAddress, count: surface.allocationSize)
}

/// How many descriptors and mappings of this process have the name.
func handles(named name: String) throws -> (descriptors: Int, mappings: Int) {
  let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains(name) == true
  }
  let maps = String(decoding: try contents(ofSystemFile: "/proc/self/maps"), as: UTF8.self)
  return (descriptors.count, maps.split(separator: "\n").count { $0.contains(name) })
}

/// Reads to the end. `Data(contentsOf:)` leaves out what follows the first short read, and here all of them are short.
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
