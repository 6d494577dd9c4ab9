import Foundation

extension MetadataField {
  /// Converts Exiv2's text to the value in a dictionary. Returns nil if it is invalid.
  func value(of text: String) -> Any? {
    switch kind {
    case .text: return Self.trimmed(text)
    case .comment:
      guard text.hasPrefix("charset="), let space = text.firstIndex(of: " ") else { return Self.trimmed(text) }
      return Self.trimmed(String(text[text.index(after: space)...]))
    case .integer: return Self.numbers(text).first.flatMap { Int(exactly: $0.rounded()) }
    case .integers: return Self.list(Self.numbers(text).compactMap { Int(exactly: $0.rounded()) })
    case .rational, .signed: return Self.numbers(text).first
    case .rationals: return Self.list(Self.numbers(text))
    case .version: return Self.version(Self.numbers(text))
    case .degrees:
      let parts = Self.numbers(text)
      guard (1...3).contains(parts.count) else { return nil }
      return zip(parts, [1, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    case .time:
      let parts = Self.numbers(text)
      guard parts.count == 3, parts.allSatisfy({ (0..<100).contains($0) }) else { return nil }
      var seconds = String(format: "%06.3f", parts[2])
      while seconds.hasSuffix("0") { seconds.removeLast() }
      if seconds.hasSuffix(".") { seconds.removeLast() }
      return String(format: "%02.0f:%02.0f:", parts[0], parts[1]) + seconds
    }
  }

  private static func trimmed(_ text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"]))
    return text.isEmpty ? nil : text
  }

  private static func list<Number>(_ numbers: [Number]) -> [Number]? { numbers.isEmpty ? nil : numbers }

  /// Returns the numbers and fractions of a text, separated by spaces; empty if one of them is invalid.
  private static func numbers(_ text: String) -> [Double] {
    var result: [Double] = []
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { Double($0) }
      guard let first = parts[0], let number = parts.count == 1 ? first : parts[1].map({ first / $0 }), number.isFinite
      else { return [] }
      result.append(number)
    }
    return result
  }

  private static func version(_ characters: [Double]) -> [Int]? {
    let digits = characters.map { Int($0) - 48 }
    guard digits.count == 4, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let last = digits[3] == 0 ? [] : [digits[3]]
    return [digits[0] * 10 + digits[1], digits[2]] + last
  }
}
