import Foundation

extension MetadataField {
  /// Converts a dictionary's value to a text for Exiv2. Returns nil if the field cannot store it.
  func text(of value: Any) -> String? {
    switch kind {
    case .text:
      guard let text = value as? String, !text.isEmpty else { return number(from: value).map(plain) }
      return Self.cut(text)
    case .comment:
      guard let text = value as? String, !text.isEmpty else { return nil }
      return (text.allSatisfy(\.isASCII) ? "charset=Ascii " : "charset=Unicode ") + Self.cut(text)
    case .integer: return Self.integers(value).flatMap { $0.count == 1 ? "\($0[0])" : nil }
    case .integers: return Self.integers(value).map { $0.map(String.init).joined(separator: " ") }
    case .rational: return Self.numbers(value).flatMap { $0.count == 1 && $0[0] >= 0 ? Self.fraction($0[0]) : nil }
    case .signed: return Self.numbers(value).flatMap { $0.count == 1 ? Self.fraction($0[0]) : nil }
    case .rationals: return Self.fractions(Self.numbers(value)?.map { max($0, 0) } ?? [])
    case .version: return Self.version(value)
    case .degrees:
      guard let degrees = Self.numbers(value)?.first.map(abs), degrees <= 360 else { return nil }
      // The unit of 1/100,000 second of arc is a third of a millimetre.
      let parts = Int((degrees * 3600 * 100_000).rounded())
      let (minutes, seconds) = (parts / 6_000_000, parts % 6_000_000)
      return "\(minutes / 60)/1 \(minutes % 60)/1 \(seconds)/100000"
    case .time:
      let parts = (value as? String)?.split(separator: ":").map { Double($0) } ?? []
      guard parts.count == 3, !parts.contains(nil) else { return nil }
      return Self.fractions(parts.compactMap { $0 })
    }
  }

  /// Truncates texts that are too long for a name or a date: JPEG has 64 KB for all metadata together.
  private static func cut(_ text: String) -> String { String(text.replacing("\0", with: "").prefix(8000)) }

  private static func numbers(_ value: Any) -> [Double]? {
    let values = (value as? [Any]) ?? [value]
    let numbers = values.prefix(256).compactMap { number(from: $0) ?? ($0 as? String).flatMap { Double($0) } }
    return numbers.count == values.count && !numbers.isEmpty && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  private static func integers(_ value: Any) -> [Int]? {
    guard let numbers = numbers(value) else { return nil }
    let integers = numbers.compactMap { Int32(exactly: $0.rounded()).flatMap { $0 < 0 ? nil : Int($0) } }
    return integers.count == numbers.count ? integers : nil
  }

  private static func fractions(_ numbers: [Double]) -> String? {
    let texts = numbers.compactMap(fraction)
    return texts.count == numbers.count && !texts.isEmpty ? texts.joined(separator: " ") : nil
  }

  /// Returns the simplest fraction within float precision of a number, with terms below 2^31: 1/125 for 0.008.
  private static func fraction(_ number: Double) -> String? {
    let maxTerm = Double(Int32.max)
    guard abs(number) <= maxTerm else { return nil }
    var (remainder, before, now) = (abs(number), (0.0, 1.0), (1.0, 0.0))
    for _ in 0..<40 {
      let whole = remainder.rounded(.down)
      let next = (whole * now.0 + before.0, whole * now.1 + before.1)
      guard next.0 <= maxTerm, next.1 <= maxTerm else { break }
      (before, now) = (now, next)
      if abs(now.0 / now.1 - abs(number)) <= abs(number) * 1e-7 || remainder == whole { break }
      remainder = 1 / (remainder - whole)
    }
    guard now.1 > 0 else { return nil }
    return "\(number < 0 ? "-" : "")\(Int(now.0))/\(Int(now.1))"
  }

  /// Returns `48 50 51 50` for both [2, 3, 2] and "0232".
  private static func version(_ value: Any) -> String? {
    var digits: [Int] = (value as? String)?.compactMap(\.wholeNumberValue) ?? []
    if digits.isEmpty, let parts = integers(value), (2...3).contains(parts.count), (0...99).contains(parts[0]) {
      digits = [parts[0] / 10, parts[0] % 10] + parts.dropFirst()
    }
    while digits.count == 3 { digits.append(0) }
    guard digits.count == 4, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    return digits.map { "\($0 + 48)" }.joined(separator: " ")
  }
}
