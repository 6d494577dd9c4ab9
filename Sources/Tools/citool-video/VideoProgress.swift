import CommandLineSupport
import Foundation

/// How far a video is, on one line of the terminal.
package struct VideoProgress: Sendable {
  private let frames: Int?
  private let seconds: Double
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?

  /// - Parameters:
  ///   - frames: all that are to be made, as far as that is known.
  ///   - seconds: how long they are shown together.
  init(frames: Int?, seconds: Double) { (self.frames, self.seconds) = (frames, seconds) }

  /// Shows that so many frames are done; at most ten times a second.
  mutating func show(_ done: Int) {
    let now = ContinuousClock.now
    if let drawn, now - drawn < .milliseconds(100) { return }
    drawn = now
    let passed = (now - start) / .seconds(1)
    Terminal.progress(
      String(Self.line(done, of: frames, seconds: seconds, passed: passed).prefix(Terminal.width - 1)))
  }

  /// Takes the line away.
  func end() { if drawn != nil { Terminal.progress("") } }

  /// `frame 812/3000 27% 54.1 fps 2.3x ETA 0:41`.
  ///
  /// - Parameters:
  ///   - seconds: how long all frames are shown.
  ///   - passed: seconds since it began.
  package static func line(_ done: Int, of frames: Int?, seconds: Double, passed: Double) -> String {
    guard let frames, frames > 0 else {
      return "frame \(done)" + (passed > 0.5 ? " \(rate(Double(done) / passed)) fps" : "")
    }
    // How many there are is an estimate where frames come unevenly.
    let share = min(Double(done) / Double(frames), 1)
    var text = "frame \(done)/\(max(frames, done)) \(Int((share * 100).rounded(.down)))%"
    // The first moments say little of the rest.
    if done > 0, passed > 0.5 {
      text += " \(rate(Double(done) / passed)) fps \(rate(share * seconds / passed))x"
      text += " ETA \(time((passed / share - passed).rounded(.up)))"
    }
    return text
  }

  private static func rate(_ number: Double) -> String { String(format: number < 100 ? "%.1f" : "%.0f", number) }

  private static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 360_000 else { return "days" }
    let whole = Int(seconds)
    return whole < 3600
      ? String(format: "%d:%02d", whole / 60, whole % 60)
      : String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }
}
