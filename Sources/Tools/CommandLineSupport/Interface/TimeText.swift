import Foundation

/// A time on a command line: seconds (`1.5`), `H:MM:SS.fff` or `MM:SS`, or a frame number (`#120`).
package enum TimeText: Hashable, Sendable {
  /// A time of value / scale seconds, exactly as written.
  case seconds(value: Int64, scale: Int32)
  /// A frame number, from 0.
  case frame(Int)

  /// Parses a time.
  ///
  /// - Parameter option: the option, for error texts.
  /// - Throws: `CommandFailure` for other texts, and for times below 0.
  package init(_ text: String, of option: String) throws {
    let invalid = CommandFailure.usage(
      "\(option) must be a time in seconds (1.5, 1:02:03.5) or a frame number (#120, from #0) (got \(text))")
    if text.hasPrefix("#") {
      guard let number = Int(text.dropFirst()), (0...1_000_000_000).contains(number), text.dropFirst().first != "+"
      else {
        throw invalid
      }
      self = .frame(number)
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let seconds = Decimal(parts[parts.count - 1]) else { throw invalid }
    var whole: Int64 = 0
    for part in parts.dropLast() {
      guard let number = Decimal(part), number.scale == 1 else { throw invalid }
      whole = (whole + number.value) * 60
    }
    // At most a million hours. Minutes and seconds after a larger unit are below 60.
    let isSexagesimal = parts.dropFirst().allSatisfy { Double($0).map { $0 < 60 } ?? false }
    guard whole <= 3_600_000_000, isSexagesimal else { throw invalid }
    self = .seconds(value: whole * Int64(seconds.scale) + seconds.value, scale: seconds.scale)
  }

  /// A decimal number with at most nine digits before and nine after the point.
  private struct Decimal {
    let value: Int64
    let scale: Int32

    init?(_ text: Substring) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(parts.count), text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else {
        return nil
      }
      let (whole, decimals) = (parts[0], parts.count == 2 ? parts[1] : "")
      guard whole.count + decimals.count > 0, whole.count <= 9, decimals.count <= 9,
        let value = Int64(whole + decimals)
      else { return nil }
      self.value = value
      scale = Int32((0..<decimals.count).reduce(1) { power, _ in power * 10 })
    }
  }

  /// Returns the time in seconds.
  ///
  /// - Parameter rate: the frame rate, for frame numbers.
  /// - Throws: `CommandFailure` for a frame number without a rate.
  package func seconds(at rate: RateText?) throws -> Double {
    switch self {
    case .seconds(let value, let scale): Double(value) / Double(scale)
    case .frame(let number):
      if let rate {
        Double(number) * Double(rate.denominator) / Double(rate.numerator)
      } else {
        throw CommandFailure.usage("#\(number) is a frame number; pass the frames per second as --fps")
      }
    }
  }
}

extension TimeText {
  /// Returns the number of frames that begin before this time.
  package func frameCount(at rate: RateText) -> Int {
    switch self {
    case .frame(let number): return number
    case .seconds(let value, let scale):
      let numerator = Int128(value) * Int128(rate.numerator)
      let denominator = Int128(scale) * Int128(rate.denominator)
      return Int(clamping: (numerator + denominator - 1) / denominator)
    }
  }
}

/// A frame rate on a command line, in frames per second: `25`, `30000/1001`, `23.976`.
package struct RateText: Hashable, Sendable {
  package let numerator: Int32
  package let denominator: Int32

  /// Parses a rate.
  ///
  /// - Parameter option: the option, for error texts.
  /// - Throws: `CommandFailure` for other texts, and for rates outside of 0.001 to 1000.
  package init(_ text: String, of option: String) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    var (numerator, denominator) = (0.0, 1.0)
    if parts.count == 2, let first = Int32(parts[0]), let second = Int32(parts[1]) {
      (numerator, denominator) = (Double(first), Double(second))
    } else if parts.count == 1, let number = Double(text), number.isFinite {
      denominator = number == number.rounded() ? 1 : 1000
      numerator = (number * denominator).rounded()
    }
    guard denominator > 0, (0.001...1000).contains(numerator / denominator) else {
      throw CommandFailure.usage(
        "\(option) must be 0.001 to 1000 frames per second, for example 25, 30000/1001 or 23.976 (got \(text))")
    }
    (self.numerator, self.denominator) = (Int32(numerator), Int32(denominator))
  }
}

/// A pattern of file names of numbered images: `DIR/%05d.png`.
package struct FrameNames: Hashable, Sendable {
  private let prefix, suffix: String
  private let digits: Int

  /// Parses a pattern. Returns nil for a text without a number.
  package init?(_ pattern: String) {
    guard let match = pattern.firstMatch(of: #/%(0(\d))?d/#) else { return nil }
    prefix = String(pattern[..<match.range.lowerBound])
    suffix = String(pattern[match.range.upperBound...])
    digits = match.output.2.flatMap { Int($0) } ?? 1
  }

  /// Parses a pattern.
  ///
  /// - Parameter option: the option, for error texts.
  /// - Throws: `CommandFailure` for a text without a number.
  package init(_ pattern: String, of option: String) throws {
    guard let names = FrameNames(pattern) else {
      throw CommandFailure.usage(
        "\(option) must be a pattern of file names with a number, for example out/%05d.png (got \(pattern))")
    }
    self = names
  }

  /// The path of the image with a number.
  package subscript(number: Int) -> String {
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// Returns the number of the first existing image, and the length of the gapless sequence from there. Returns nil if
  /// there is no image.
  package func existingRange() -> (first: Int, count: Int)? {
    func exists(_ number: Int) -> Bool { FileManager.default.fileExists(atPath: self[number]) }
    guard let first = (0...4).first(where: exists) ?? lowestNumber() else { return nil }
    var count = 1
    while exists(first + count) { count += 1 }
    return (first, count)
  }

  /// Returns the lowest number of the images in the folder. Returns nil if there is none, or if the number is in the
  /// name of a folder.
  private func lowestNumber() -> Int? {
    guard !suffix.contains("/") else { return nil }
    let path = URL(fileURLWithPath: prefix.isEmpty || prefix.hasSuffix("/") ? prefix + "." : prefix)
    let folder = prefix.hasSuffix("/") || prefix.isEmpty ? path : path.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let start = String(prefix.split(separator: "/", omittingEmptySubsequences: false).last ?? "")
    let numbers = names.compactMap { name -> Int? in
      guard name.hasPrefix(start), name.hasSuffix(suffix), name.count > start.count + suffix.count else { return nil }
      let text = name.dropFirst(start.count).dropLast(suffix.count)
      guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text) else { return nil }
      // The pattern must give the same name.
      return self[number].hasSuffix(name) ? number : nil
    }
    return numbers.min()
  }
}
