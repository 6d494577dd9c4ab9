import Foundation
import IOSurface
import TestFiles
import Testing

/// A process with a window.
final class App {
  private let process = Process()
  private let input: FileHandle
  private let output = Pipe()
  private var rest = ""
  /// Its first line: `ok` and the engine, or the reason why it has no window.
  private(set) var greeting = ""

  /// - Parameter environment: added to that of the display.
  convenience init(
    _ scene: String, _ width: Int, _ height: Int, on display: Display?, _ environment: [String: String] = [:]
  ) throws {
    try self.init(program: "WindowApp", [scene, "\(width)", "\(height)"], on: display, environment)
  }

  /// Starts an app that shows a filtered surface in a window of its size.
  convenience init(showing surface: IOSurface, on display: Display, _ environment: [String: String]) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    try surface.send(over: ends[0])
    let (ours, theirs) = (
      FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), FileHandle(fileDescriptor: ends[1])
    )
    defer { try? theirs.close() }
    try self.init(
      program: "WindowApp", ["surface", "\(surface.width)", "\(surface.height)"], on: display, environment,
      input: (ours, theirs))
  }

  /// - Parameters:
  ///   - program: a program that answers each line with a line.
  ///   - given: both ends of its input; nil is a pipe.
  init(
    program: String, _ arguments: [String], on display: Display?, _ environment: [String: String] = [:],
    input given: (ours: FileHandle, theirs: FileHandle)? = nil
  ) throws {
    let pipe = Pipe()
    input = given?.ours ?? pipe.fileHandleForWriting
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: program)
    process.arguments = arguments
    var all = display?.environment ?? ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] where display == nil { all[name] = nil }
    all.merge(environment) { $1 }
    // The validation layer leaks objects with reference cycles, without a name that could be suppressed.
    if all["CI_SANITIZER"] == "address" { all["CI_VALIDATE"] = "0" }
    process.environment = all
    (process.standardInput, process.standardOutput) = (given?.theirs ?? pipe, output)
    process.standardError = FileHandle.nullDevice
    try process.start()
    greeting = line()
  }

  deinit {
    try? input.close()
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitForEnd()
  }

  /// Kills the process.
  func kill() { process.kill() }

  /// Sends a command, and returns the answer.
  func ask(_ command: String) -> String {
    tell(command)
    return line()
  }

  /// Sends a command; ignored if the process has ended.
  func tell(_ command: String) {
    // The signal of a closed pipe would end the test process.
    var (closed, before) = (sigset_t(), sigset_t())
    sigemptyset(&closed)
    sigaddset(&closed, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &closed, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    guard (try? input.write(contentsOf: Data((command + "\n").utf8))) == nil else { return }
    var none = timespec()
    sigtimedwait(&closed, nil, &none)
  }

  /// Returns the next line of output; empty at the end.
  func line() -> String {
    while true {
      if let end = rest.firstIndex(of: "\n") {
        let line = String(rest[..<end])
        rest = String(rest[rest.index(after: end)...])
        return line
      }
      guard let part = output.next() else { return "" }
      rest += part
    }
  }

  /// Closes the input and waits. Returns the exit status, negative for a signal.
  func end() -> Int32 {
    try? input.close()
    process.waitForEnd()
    return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
  }
}
