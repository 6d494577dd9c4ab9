import Foundation

/// A progress line of the terminal: a bar, the percentage, the rate and the remaining time.
package struct ProgressLine: Sendable {
  private let total: Double
  private let unit: String
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?

  /// - Parameters:
  ///   - total: the amount of work.
  ///   - unit: the unit of work, for the rate: `pixel`, `image`.
  package init(of total: Double, unit: String) { (self.total, self.unit) = (total, unit) }

  /// Draws the progress, at most ten times a second.
  package mutating func show(_ done: Double, _ label: String) {
    let now = ContinuousClock.now
    if let drawn, now - drawn < .milliseconds(100) { return }
    drawn = now
    Terminal.progress(
      Self.line(
        done, of: total, unit: unit, seconds: (now - start) / .seconds(1), label: label, width: Terminal.width - 1))
  }

  /// Removes the line.
  package func end() { if drawn != nil { Terminal.progress("") } }

  /// Returns a line such as `photo.jpg  [#####.....]  50 %  12.3 Mpixel/s  1:05 left`, shortened to the width if
  /// possible.
  package static func line(
    _ done: Double, of total: Double, unit: String, seconds: Double, label: String, width: Int
  ) -> String {
    let ratio = total > 0 ? done / total : 1
    let fraction = ratio.isFinite ? min(max(ratio, 0), 1) : 0
    var facts = "\(Int((fraction * 100).rounded(.down))) %"
    // An estimate from the first half second would be too inaccurate.
    if fraction > 0, seconds >= 0.5 {
      facts += "  \(rate(done / seconds))\(unit)/s  \(time(seconds / fraction - seconds)) left"
    }
    let space = max(width - facts.count - 4, 0)
    let bar = min(24, space)
    let filled = Int((fraction * Double(bar)).rounded(.down))
    let name = label.prefix(max(space - bar - 2, 0))
    return (name.isEmpty ? "" : "\(name)  ")
      + (bar < 4 ? "" : "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: bar - filled))]  ")
      + facts
  }

  /// Returns three digits and the unit prefix `k`, `M` or `G`.
  private static func rate(_ number: Double) -> String {
    var (number, prefix) = (number, "")
    for larger in ["k", "M", "G"] where number >= 1000 { (number, prefix) = (number / 1000, larger) }
    return String(format: number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number) + " \(prefix)"
  }

  private static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded(.up))
    return whole < 3600
      ? String(format: "%d:%02d", whole / 60, whole % 60)
      : String(format: "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
  }
}
