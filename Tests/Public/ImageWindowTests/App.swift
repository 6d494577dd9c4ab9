import Foundation
import IOSurface
import TestFiles
import Testing

/// The process that has the window.
final class App {
  private let process = Process()
  private let input: FileHandle
  private let output = Pipe()
  private var rest = ""
  /// What it said when its window was open: `ok` and the engine, or why there is none.
  private(set) var greeting = ""

  /// - Parameter environment: beside the one of the display.
  convenience init(
    _ scene: String, _ width: Int, _ height: Int, on display: Display?, _ environment: [String: String] = [:]
  ) throws {
    try self.init(program: "WindowApp", [scene, "\(width)", "\(height)"], on: display, environment)
  }

  /// One that shows a surface, filtered, in a window of its size.
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
  ///   - program: one that answers each line with a line.
  ///   - given: both ends of what it reads from; nil: a pipe.
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
    // The validation layer leaves objects that hold each other: leaks, without a name that could be left out.
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

  /// Ends it in the middle of whatever it does.
  func kill() { process.kill() }

  /// Has it do something; what it answers.
  func ask(_ command: String) -> String {
    tell(command)
    return line()
  }

  /// Says nothing to one that has ended: whoever waits for its answer sees that.
  func tell(_ command: String) {
    // The signal of a closed pipe would take all tests along.
    var (closed, before) = (sigset_t(), sigset_t())
    sigemptyset(&closed)
    sigaddset(&closed, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &closed, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    guard (try? input.write(contentsOf: Data((command + "\n").utf8))) == nil else { return }
    var none = timespec()
    sigtimedwait(&closed, nil, &none)
  }

  /// The next line that it says; empty when it has ended.
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

  /// Ends it by the end of its input: the exit status, negative for a signal.
  func end() -> Int32 {
    try? input.close()
    process.waitForEnd()
    return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
  }
}
