import Foundation
import TestFiles

/// A simulator of key presses.
struct Hand {
  private let display: Display

  init(on display: Display) throws {
    self.display = display
    try Tool.hand.require()
    // Without a window manager, the pointer position determines the keyboard focus.
    run(["mousemove", "\(display.width / 2)", "\(display.height / 2)"])
  }

  func press(_ key: String) { run(["key", key]) }

  private func run(_ words: [String]) {
    _ = try? FinishedProgram(Tool.hand.path, words, environment: display.environment)
  }
}

/// citool in a window, with simulated key presses.
final class Tool {
  private let process = Process()
  private let errors = Pipe()
  private let display: Display

  /// The simulator of keys and the pointer.
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

  /// Waits until the window's title satisfies a condition, for some seconds.
  func title(_ isWanted: (String) -> Bool) -> Bool {
    for _ in 0..<600 {
      let title = command(["search", "--onlyvisible", "--name", "·", "getwindowname"])
      if isWanted(title) { return true }
      usleep(50_000)
    }
    return false
  }

  func type(_ keys: String...) {
    // Without a window manager, the pointer position determines the keyboard focus.
    point(display.width / 2, display.height / 2)
    for key in keys { _ = command(["key", key]) }
  }

  func point(_ x: Int, _ y: Int) { _ = command(["mousemove", "\(x)", "\(y)"]) }

  private func command(_ words: [String]) -> String {
    (try? FinishedProgram(Self.hand.path, words, environment: display.environment))?.text ?? ""
  }

  /// Waits for the end, and returns the standard error, with the exit status if that is not 0.
  func end() -> String {
    var text = ""
    while let part = errors.next() { text += part }
    process.waitForEnd()
    return process.terminationStatus == 0 ? text : text + "\(process.terminationStatus)"
  }

  /// Runs the tool until it ends.
  ///
  /// - Parameter display: nil for none.
  static func run(_ arguments: [String], _ display: Display?) throws -> FinishedProgram {
    var environment = display?.environment ?? ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] where display == nil { environment[name] = nil }
    return try FinishedProgram(program.path, arguments, environment: environment)
  }
}
