import Foundation
import IOSurface
import TestFiles
import Testing

/// Another process, `SurfacePeer`, at the other end of a socket.
package final class Peer {
  package let process = Process()
  package let socket: Int32
  private let output = Pipe()
  private var text = Data()

  package init(_ arguments: String...) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    socket = ends[0]
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "SurfacePeer")
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: false)
    process.standardOutput = output
    try process.start()
    close(ends[1])
  }

  deinit {
    kill()
    close(socket)
  }

  /// Kills the process at any point.
  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    wait()
  }

  /// Waits for its end. `waitUntilExit` needs a run loop, which threads of tests do not have.
  package func wait() {
    while process.isRunning { usleep(1000) }
  }

  /// Makes the process continue.
  package func goOn() { _ = write(socket, "g", 1) }

  /// The next line that it prints; nil at its end.
  package func line() -> String? {
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
