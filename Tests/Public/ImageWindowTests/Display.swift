import Foundation
import TestFiles
import Testing

/// A program that tests need and nobody here made: where it is missing, they fail and say what brings it.
struct OutsideProgram {
  let path, package: String

  func require() throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: path),
      "\(path) is missing: scripts/setup, or apt-get install \(package)")
  }
}

/// An X server without a screen: images of it lie in a file.
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
    let told = Pipe()
    server.executableURL = URL(filePath: Self.program.path)
    // The server takes a number that is free, and says which.
    server.arguments = [
      "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path, "-nocursor", "-nolisten",
      "tcp",
    ]
    server.standardOutput = told
    server.standardError = FileHandle.nullDevice
    try server.start()
    var text = ""
    while !text.hasSuffix("\n"), let part = told.next() { text += part }
    number = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), "Xvfb does not start")
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Ends the server, and removes what it leaves then.
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

  /// The colours of a part of the screen, rows from the top, three bytes a pixel.
  ///
  /// The file is an X window dump: 32-bit numbers, big endian, then colours of a map, then rows of BGRX.
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

  /// What a window of that size shows; without a window manager it is in the middle of the screen.
  func window(_ width: Int, _ height: Int) throws -> [UInt8] {
    try pixels(x: (self.width - width) / 2, y: (self.height - height) / 2, width: width, height: height)
  }
}

extension Pipe {
  /// What comes next; nil at the end. `availableData` ends the process when a signal comes.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(fileHandleForReading.fileDescriptor, &bytes, bytes.count)
      if count > 0 { return String(decoding: bytes.prefix(count), as: UTF8.self) }
      if count == 0 || errno != EINTR { return nil }
    }
  }
}

/// Whether something comes true within some seconds: drivers and servers hand frames over by themselves.
func comesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<100 {
    if try condition() { return true }
    Thread.sleep(forTimeInterval: 0.05)
  }
  return false
}

extension Process {
  /// Ends it in the middle of whatever it does.
  func kill() {
    Foundation.kill(processIdentifier, SIGKILL)
    waitForEnd()
  }

  /// `waitUntilExit` needs a run loop, which threads of tests do not have. Who does not end in a minute is ended.
  func waitForEnd() {
    for _ in 0..<60_000 where isRunning { usleep(1000) }
    if isRunning { Foundation.kill(processIdentifier, SIGKILL) }
    while isRunning { usleep(1000) }
  }
}
