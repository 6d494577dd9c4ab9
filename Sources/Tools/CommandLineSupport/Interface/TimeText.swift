import Foundation

/// A time on a command line: seconds (`1.5`), `H:MM:SS.fff` or `MM:SS`, or the number of a frame (`#120`).
package enum TimeText: Hashable, Sendable {
  /// value / scale seconds, exactly as written.
  case seconds(value: Int64, scale: Int32)
  /// From 0 on.
  case frame(Int)

  /// - Parameter option: for messages.
  /// - Throws: `CommandFailure` for what is no time at or above 0.
  package init(_ text: String, of option: String) throws {
    let wrong = CommandFailure.usage(
      "\(option) takes a time, seconds as 1.5, 1:02:03.5, or a frame as #120 from #0 on, not \(text)")
    if text.hasPrefix("#") {
      guard let number = Int(text.dropFirst()), (0...1_000_000_000).contains(number), text.dropFirst().first != "+"
      else {
        throw wrong
      }
      self = .frame(number)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let seconds = Decimal(parts[parts.count - 1]) else { throw wrong }
    var whole: Int64 = 0
    for part in parts.dropLast() {
      guard let number = Decimal(part), number.scale == 1 else { throw wrong }
      whole = (whole + number.value) * 60
    }
    // A million hours; minutes and seconds are below 60 where something stands before them.
    let isUsual = parts.dropFirst().allSatisfy { Double($0).map { $0 < 60 } ?? false }
    guard whole <= 3_600_000_000, isUsual else { throw wrong }
    self = .seconds(value: whole * Int64(seconds.scale) + seconds.value, scale: seconds.scale)
  }

  /// Digits with at most nine behind a point.
  private struct Decimal {
    let value: Int64
    let scale: Int32

    init?(_ text: Substring) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else {
        return nil
      }
      let (whole, rest) = (parts[0], parts.count == 2 ? parts[1] : "")
      guard whole.count + rest.count > 0, whole.count <= 9, rest.count <= 9, let value = Int64(whole + rest) else {
        return nil
      }
      self.value = value
      scale = Int32((0..<rest.count).reduce(1) { power, _ in power * 10 })
    }
  }

  /// In seconds.
  ///
  /// - Parameter rate: frames a second, for numbers of frames.
  package func seconds(at rate: RateText?) throws -> Double {
    switch self {
    case .seconds(let value, let scale): Double(value) / Double(scale)
    case .frame(let number):
      if let rate {
        Double(number) * Double(rate.denominator) / Double(rate.numerator)
      } else {
        throw CommandFailure.usage("#\(number) is the number of a frame; --fps says how many a second there are")
      }
    }
  }
}

extension TimeText {
  /// How many frames begin before this time.
  package func frameCount(at rate: RateText) -> Int {
    switch self {
    case .frame(let number): return number
    case .seconds(let value, let scale):
      let above = Int128(value) * Int128(rate.numerator)
      let below = Int128(scale) * Int128(rate.denominator)
      return Int(clamping: (above + below - 1) / below)
    }
  }
}

/// Frames a second on a command line: `25`, `30000/1001`, `23.976`.
package struct RateText: Hashable, Sendable {
  package let numerator: Int32
  package let denominator: Int32

  /// - Throws: `CommandFailure` for what is no rate from 0.001 to 1000.
  package init(_ text: String, of option: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    var (numerator, denominator) = (0.0, 1.0)
    if parts.count == 2, let above = Int32(parts[0]), let below = Int32(parts[1]) {
      (numerator, denominator) = (Double(above), Double(below))
    } else if parts.count == 1, let number = Double(text), number.isFinite {
      denominator = number == number.rounded() ? 1 : 1000
      numerator = (number * denominator).rounded()
    }
    guard denominator > 0, (0.001...1000).contains(numerator / denominator) else {
      throw CommandFailure.usage("\(option) takes frames a second, 0.001 to 1000, as 25, 30000/1001 or 23.976, not \(text)")
    }
    (self.numerator, self.denominator) = (Int32(numerator), Int32(denominator))
  }
}

/// Names of numbered images: `DIR/%05d.png`.
package struct FrameNames: Hashable, Sendable {
  private let before, after: String
  private let digits: Int

  /// Nil where there is no number in it.
  package init?(_ pattern: String) {
    guard let match = pattern.firstMatch(of: #/%(0(\d))?d/#) else { return nil }
    before = String(pattern[..<match.range.lowerBound])
    after = String(pattern[match.range.upperBound...])
    digits = match.output.2.flatMap { Int($0) } ?? 1
  }

  /// - Parameter option: for messages.
  package init(_ pattern: String, of option: String) throws {
    guard let names = FrameNames(pattern) else {
      throw CommandFailure.usage(
        "\(option) takes the names of images with their number in it, as out/%05d.png, not \(pattern)")
    }
    self = names
  }

  /// The path of an image.
  package subscript(number: Int) -> String {
    let text = String(number)
    return before + String(repeating: "0", count: max(0, digits - text.count)) + text + after
  }

  /// How many images are there without a gap, and the number of the first one: 0, or else up to 4.
  package func found() -> (first: Int, count: Int)? {
    func isThere(_ number: Int) -> Bool { FileManager.default.fileExists(atPath: self[number]) }
    guard let first = (0...4).first(where: isThere) else { return nil }
    var count = 1
    while isThere(first + count) { count += 1 }
    return (first, count)
  }
}
