import CommandLineSupport
import Foundation

/// A progress line of the terminal for a video.
package struct VideoProgress: Sendable {
  private let frames: Int?
  private let seconds: Double
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?

  /// - Parameters:
  ///   - frames: the total number of frames, if it is known.
  ///   - seconds: the duration of all frames.
  init(frames: Int?, seconds: Double) { (self.frames, self.seconds) = (frames, seconds) }

  /// Draws the progress, at most ten times per second.
  mutating func show(_ done: Int) {
    let now = ContinuousClock.now
    if let drawn, now - drawn < .milliseconds(100) { return }
    drawn = now
    let elapsed = (now - start) / .seconds(1)
    Terminal.progress(
      String(Self.line(done, of: frames, seconds: seconds, elapsed: elapsed).prefix(Terminal.width - 1)))
  }

  /// Removes the line.
  func end() { if drawn != nil { Terminal.progress("") } }

  /// Returns a line such as `frame 812/3000 27% 54.1 fps 2.3x ETA 0:41`.
  ///
  /// - Parameters:
  ///   - seconds: the duration of all frames.
  ///   - elapsed: the seconds since the start.
  package static func line(_ done: Int, of frames: Int?, seconds: Double, elapsed: Double) -> String {
    guard let frames, frames > 0 else {
      return "frame \(done)" + (elapsed > 0.5 ? " \(rate(Double(done) / elapsed)) fps" : "")
    }
    // For a variable frame rate, the total is an estimate.
    let fraction = min(Double(done) / Double(frames), 1)
    var text = "frame \(done)/\(max(frames, done)) \(Int((fraction * 100).rounded(.down)))%"
    // An estimate from the first half second would be too inaccurate.
    if done > 0, elapsed > 0.5 {
      text += " \(rate(Double(done) / elapsed)) fps \(rate(fraction * seconds / elapsed))x"
      text += " ETA \(time((elapsed / fraction - elapsed).rounded(.up)))"
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
