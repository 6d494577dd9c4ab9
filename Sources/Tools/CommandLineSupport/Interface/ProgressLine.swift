import Foundation

/// How far a long work is, on one line of the terminal: a bar, the share, the rate, and the time left.
package struct ProgressLine: Sendable {
  private let total: Double
  private let unit: String
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?

  /// - Parameters:
  ///   - total: all that is to be done.
  ///   - unit: what it is counted in, for the rate: `pixel`, `image`.
  package init(of total: Double, unit: String) { (self.total, self.unit) = (total, unit) }

  /// Shows that so much is done; at most ten times a second.
  package mutating func show(_ done: Double, _ label: String) {
    let now = ContinuousClock.now
    if let drawn, now - drawn < .milliseconds(100) { return }
    drawn = now
    Terminal.progress(
      Self.line(
        done, of: total, unit: unit, seconds: (now - start) / .seconds(1), label: label, width: Terminal.width - 1))
  }

  /// Takes the line away.
  package func end() { if drawn != nil { Terminal.progress("") } }

  /// `photo.jpg  [#####.....]  50 %  12.3 Mpixel/s  1:05 left`, no longer than the line.
  package static func line(
    _ done: Double, of total: Double, unit: String, seconds: Double, label: String, width: Int
  ) -> String {
    let ratio = total > 0 ? done / total : 1
    let share = ratio.isFinite ? min(max(ratio, 0), 1) : 0
    var facts = "\(Int((share * 100).rounded(.down))) %"
    // The first moments say little of the rest.
    if share > 0, seconds >= 0.5 {
      facts += "  \(rate(done / seconds))\(unit)/s  \(time(seconds / share - seconds)) left"
    }
    let room = max(width - facts.count - 4, 0)
    let bar = min(24, room)
    let filled = Int((share * Double(bar)).rounded(.down))
    let name = label.prefix(max(room - bar - 2, 0))
    return (name.isEmpty ? "" : "\(name)  ")
      + (bar < 4 ? "" : "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: bar - filled))]  ")
      + facts
  }

  /// Three digits, with `k`, `M` or `G` in front of the unit.
  private static func rate(_ number: Double) -> String {
    var (number, sign) = (number, "")
    for larger in ["k", "M", "G"] where number >= 1000 { (number, sign) = (number / 1000, larger) }
    return String(format: number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number) + " \(sign)"
  }

  private static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded(.up))
    return whole < 3600
      ? String(format: "%d:%02d", whole / 60, whole % 60)
      : String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }
}
