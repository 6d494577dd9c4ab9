import CoreImage
import Foundation

/// Before a case.
private struct HostileStart: Encodable {
  /// The case's number.
  let start: Int
  let title: String
  let filter: String
}

/// Behind a case.
private struct HostileOutcome: Encodable {
  /// What a backend made of it.
  struct Side: Encodable {
    /// Nil: pixels.
    var error: String?
    var milliseconds = 0.0
  }

  let done: Int
  /// Why the filter gives no image; nothing is rendered then.
  var error: String?
  var engine: Side?
  var reference: Side?
  var difference: HostileDifference?
  /// By how much the process grew at most, and how much it had then.
  var grownKilobytes = 0
  var mostKilobytes = 0
}

/// Where two backends do not make the same of a recipe, in components of pixels.
struct HostileDifference: Encodable {
  private(set) var components = 0
  /// Not a number, or infinite, in one only. Beyond what a float holds nearly is infinite.
  private(set) var nan = 0
  private(set) var infinite = 0
  /// Both finite, and further apart than `bound`.
  private(set) var apart = 0
  /// The largest distance of finite ones, as `bound` counts it.
  private(set) var worst = 0.0
  /// Of the larger of the two, or of 1.
  static let bound = 0.01

  mutating func add(_ one: [Float], _ other: [Float]) {
    components += one.count
    for (a, b) in zip(one, other) where a != b && !(a.isNaN && b.isNaN) {
      if a.isNaN || b.isNaN {
        nan += 1
      } else if !a.isFinite || !b.isFinite {
        let isNearlyAsFar = min(abs(a), abs(b)) > 1e30 && (a > 0) == (b > 0)
        infinite += isNearlyAsFar ? 0 : 1
      } else {
        let distance = abs(Double(a) - Double(b)) / Double(max(1, abs(a), abs(b)))
        worst = max(worst, distance)
        apart += distance > Self.bound ? 1 : 0
      }
    }
  }
}

/// Renders each filter with each hostile value on an engine and on the reference, and prints a line of JSON before and
/// one behind each case: whoever reads them knows which case ended the process, and goes on behind it.
///
/// - Parameters:
///   - start: the number of the first case.
///   - words: parts of the titles of those that are wanted; none: all.
func runHostile(from start: Int, matching words: [String], _ options: [CIContextOption: Any]) throws {
  let values = HostileValues()
  let settings: [CIContextOption: Any] = [.workingFormat: CIFormat.RGBAf, .memoryTarget: 256]
  let engine = try CIContext(checked: options.merging(settings) { $1 })
  let reference = try CIContext(checked: settings.merging([.backend: "reference"]) { $1 })
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  func write(_ line: some Encodable) throws {
    FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
  }
  for (number, hostile) in values.cases().enumerated()
  where number >= start && (words.isEmpty || words.contains(where: hostile.title.contains)) {
    try write(HostileStart(start: number, title: hostile.title, filter: hostile.filter.name))
    var outcome = HostileOutcome(done: number)
    forgetMostMemory()
    let before = memoryKilobytes("VmRSS")
    do {
      let image = try values.image(of: hostile)
      var (sides, difference) = ((HostileOutcome.Side(), HostileOutcome.Side()), HostileDifference())
      for window in windows(of: image) {
        // What a backend leaves as it was is another number on each.
        let one = render(image, window, on: engine, leaving: 1000, &sides.0)
        let other = render(image, window, on: reference, leaving: -1000, &sides.1)
        if let one, let other { difference.add(one, other) }
      }
      (outcome.engine, outcome.reference, outcome.difference) = (sides.0, sides.1, difference)
    } catch {
      outcome.error = "\(error)"
    }
    outcome.mostKilobytes = memoryKilobytes("VmHWM")
    outcome.grownKilobytes = max(0, outcome.mostKilobytes - before)
    try write(outcome)
  }
}

private let windowSide = 16

/// The middle of the image, and the upper right corner of what the filter makes of it.
private func windows(of image: CIImage) -> [CGRect] {
  let middle = CGRect(
    x: (HostileValues.side - windowSide) / 2, y: (HostileValues.side - windowSide) / 2, width: windowSide,
    height: windowSide)
  let extent = image.extent
  guard !extent.isInfinite, !extent.isEmpty else { return [middle] }
  let corner = CGRect(
    x: extent.maxX.rounded(.up) - Double(windowSide), y: extent.maxY.rounded(.up) - Double(windowSide),
    width: Double(windowSide), height: Double(windowSide))
  return [middle, corner]
}

/// The pixels of a rectangle, four floats each; nil when the backend says why there are none.
private func render(
  _ image: CIImage, _ window: CGRect, on context: CIContext, leaving mark: Float, _ side: inout HostileOutcome.Side
) -> [Float]? {
  var pixels = [Float](repeating: mark, count: windowSide * windowSide * 4)
  let start = ContinuousClock.now
  defer { side.milliseconds += (ContinuousClock.now - start) / .milliseconds(1) }
  do {
    try pixels.withUnsafeMutableBytes { bytes in
      try context.render(
        checked: image, toBitmap: bytes.baseAddress!, rowBytes: windowSide * 16, bounds: window, format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!)
    }
    return pixels
  } catch {
    side.error = side.error ?? "\(error)"
    return nil
  }
}

/// Has the system count the most memory of this process from now on.
private func forgetMostMemory() {
  try? FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(contentsOf: Data("5".utf8))
}
