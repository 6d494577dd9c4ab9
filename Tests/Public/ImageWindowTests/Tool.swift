import Foundation
import TestFiles

/// Presses keys.
struct Hand {
  private let display: Display

  init(on display: Display) throws {
    self.display = display
    try Tool.hand.require()
    // Without a window manager the keyboard is where the pointer is.
    run(["mousemove", "\(display.width / 2)", "\(display.height / 2)"])
  }

  func press(_ key: String) { run(["key", key]) }

  private func run(_ words: [String]) {
    _ = try? FinishedProgram(Tool.hand.path, words, environment: display.environment)
  }
}

/// citool in a window, and the keyboard in front of it.
final class Tool {
  private let process = Process()
  private let errors = Pipe()
  private let display: Display

  /// Presses keys and moves the pointer.
  static let hand = OutsideProgram(path: "/usr/bin/xdotool", package: "xdotool")

  private static var program: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "citool")
  }

  init(_ arguments: [String], on display: Display) throws {
    self.display = display
    try Self.hand.require()
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = display.environment
    process.standardError = errors
    try process.start()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitForEnd()
  }

  /// Waits until the window's title is as wanted, a few seconds.
  func title(_ isWanted: (String) -> Bool) -> Bool {
    for _ in 0..<600 {
      let title = command(["search", "--onlyvisible", "--name", "·", "getwindowname"])
      if isWanted(title) { return true }
      usleep(50_000)
    }
    return false
  }

  func type(_ keys: String...) {
    // Without a window manager the keyboard is where the pointer is.
    point(display.width / 2, display.height / 2)
    for key in keys { _ = command(["key", key]) }
  }

  func point(_ x: Int, _ y: Int) { _ = command(["mousemove", "\(x)", "\(y)"]) }

  private func command(_ words: [String]) -> String {
    (try? FinishedProgram(Self.hand.path, words, environment: display.environment))?.text ?? ""
  }

  /// Waits for its end: what it said on standard error, and its exit status where that is not 0.
  func end() -> String {
    var text = ""
    while let part = errors.next() { text += part }
    process.waitForEnd()
    return process.terminationStatus == 0 ? text : text + "\(process.terminationStatus)"
  }

  /// Runs it to its end.
  ///
  /// - Parameter display: nil: without one.
  static func run(_ arguments: [String], _ display: Display?) throws -> FinishedProgram {
    var environment = display?.environment ?? ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] where display == nil { environment[name] = nil }
    return try FinishedProgram(program.path, arguments, environment: environment)
  }
}
