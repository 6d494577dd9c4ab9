import Foundation
import TestFiles
import Testing

/// An external program that tests require. If it is missing, they fail and name its package.
struct OutsideProgram {
  let path, package: String

  func require() throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: path),
      "\(path) is missing: scripts/setup, or apt-get install \(package)")
  }
}

/// An X server without a screen, whose image is a file.
final class Display {
  let number: Int
  private let server = Process()
  private let folder: URL
  let (width, height) = (400, 300)

  private static let program = OutsideProgram(path: "/usr/bin/Xvfb", package: "xvfb")

  init() throws {
    try Self.program.require()
    folder = FileManager.default.temporaryDirectory.appending(path: "display-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let output = Pipe()
    server.executableURL = URL(filePath: Self.program.path)
    // The server chooses a free number, and prints it.
    server.arguments = [
      "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path, "-nocursor", "-nolisten",
      "tcp",
    ]
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.start()
    var text = ""
    while !text.hasSuffix("\n"), let part = output.next() { text += part }
    number = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), "Xvfb does not start")
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Kills the server, and removes its files.
  func kill() {
    server.kill()
    try? FileManager.default.removeItem(atPath: "/tmp/.X\(number)-lock")
    try? FileManager.default.removeItem(atPath: "/tmp/.X11-unix/X\(number)")
  }

  var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["DISPLAY"] = ":\(number)"
    environment["WAYLAND_DISPLAY"] = nil
    environment["SDL_VIDEODRIVER"] = nil
    return environment
  }

  /// Returns the colours of a part of the screen, rows from the top, three bytes a pixel.
  ///
  /// The file is an X window dump: 32-bit numbers, big endian, then a colour map, then rows of BGRX.
  func pixels(x: Int, y: Int, width: Int, height: Int) throws -> [UInt8] {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "Xvfb_screen0")))
    func number(_ index: Int) -> Int { bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (start, rowBytes) = (number(0) + number(19) * 12, number(12))
    var result: [UInt8] = []
    for row in y..<y + height {
      for column in x..<x + width {
        let at = start + row * rowBytes + column * 4
        result += [bytes[at + 2], bytes[at + 1], bytes[at]]
      }
    }
    return result
  }

  /// Returns the pixels of a window of a size; without a window manager it is centred on the screen.
  func window(_ width: Int, _ height: Int) throws -> [UInt8] {
    try pixels(x: (self.width - width) / 2, y: (self.height - height) / 2, width: width, height: height)
  }
}

extension Pipe {
  /// Returns the next data; nil at the end. `availableData` would end the process after a signal.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &bytes, bytes.count)
      if count > 0 { return String(decoding: bytes.prefix(count), as: UTF8.self) }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}

/// Waits until a condition is true, for some seconds: drivers and servers pass frames on asynchronously.
func comesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<100 {
    if try condition() { return true }
    Thread.sleep(forTimeInterval: 0.05)
  }
  return false
}

extension Process {
  /// Kills the process.
  func kill() {
    Foundation.kill(processIdentifier, SIGKILL)
    waitForEnd()
  }

  /// Waits for the end of the process, and kills it after one minute. `waitUntilExit` needs a run loop, which threads
  /// of tests do not have.
  func waitForEnd() {
    for _ in 0..<60_000 where isRunning { usleep(1000) }
    if isRunning { Foundation.kill(processIdentifier, SIGKILL) }
    while isRunning { usleep(1000) }
  }
}
