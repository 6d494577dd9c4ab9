import CoreImage
import Foundation

/// The JSON line before a case.
private struct HostileStart: Encodable {
  /// The number of the case.
  let start: Int
  let title: String
  let filter: String
}

/// The JSON line after a case.
private struct HostileOutcome: Encodable {
  /// The outcome on one engine.
  struct Side: Encodable {
    /// The error of the render, nil if it succeeded.
    var error: String?
    var milliseconds = 0.0
  }

  /// The number of the case.
  let done: Int
  /// The error of the filter, if it returns no image. Nothing is rendered then.
  var error: String?
  var engine: Side?
  var reference: Side?
  var difference: HostileDifference?
  /// The growth of the resident memory up to its peak.
  var grownKilobytes = 0
  /// The peak of the resident memory.
  var mostKilobytes = 0
}

/// Renders each filter with each hostile value on an engine and on the reference. Prints a line of JSON before and
/// after each case, so that a supervising process can identify a case that crashes, and continue after it.
///
/// - Parameters:
///   - start: the number of the first case.
///   - words: texts that select cases by their titles. Empty: all cases.
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
    resetPeakMemory()
    let before = memoryKilobytes("VmRSS")
    do {
      let image = try values.image(of: hostile)
      var (sides, difference) = ((HostileOutcome.Side(), HostileOutcome.Side()), HostileDifference())
      for window in windows(of: image) {
        // The initial pixels differ, so that pixels which an engine does not write count as differences.
        let one = render(image, window, on: engine, initial: 1000, &sides.0)
        let other = render(image, window, on: reference, initial: -1000, &sides.1)
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

/// Returns the windows that are compared: the centre of the input, and the upper right corner of the result.
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

/// Renders a rectangle to four floats per pixel. If the render fails, stores the error and returns nil.
private func render(
  _ image: CIImage, _ window: CGRect, on context: CIContext, initial value: Float, _ side: inout HostileOutcome.Side
) -> [Float]? {
  var pixels = [Float](repeating: value, count: windowSide * windowSide * 4)
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

/// Resets the peak memory (VmHWM) of this process; proc(5), clear_refs.
private func resetPeakMemory() {
  try? FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(contentsOf: Data("5".utf8))
}
