import Foundation

/// A parsed JSON value. Unlike NSNumber it distinguishes true from 1.
package enum JSON {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The type of the value, for error texts.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The elements of an array of numbers. Nil for other values.
  package var numbers: [Double]? {
    guard case .array(let elements) = self else { return nil }
    let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
    return numbers.count == elements.count ? numbers : nil
  }
}

/// A reader of JSON (RFC 8259) that reports the line of a syntax error.
package struct JSONReader {
  /// The maximum nesting of arrays and objects. More levels could overflow the stack of a thread.
  package static let depthLimit = 2000

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// Parses a text.
  ///
  /// - Throws: `CommandFailure` with line and column; also for duplicate keys of an object, which would hide a value.
  package static func read(_ data: Data) throws -> JSON {
    // RFC 8259, 8.1: a reader may ignore a byte order mark.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = JSONReader(bytes: Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data))
    let value = try reader.value()
    reader.skipSpace()
    guard reader.index == reader.bytes.count else { throw reader.failure("unexpected text after the value") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ text: String) -> CommandFailure {
    let before = bytes[..<Swift.min(index, bytes.count)]
    let line = before.reduce(1) { $1 == 10 ? $0 + 1 : $0 }
    let column = before.count - ((before.lastIndex(of: 10) ?? -1) + 1) + 1
    return CommandFailure.failed("line \(line), column \(column): \(text)")
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard next == character.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func value() throws -> JSON {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try nested { (reader) throws in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws in try reader.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case .some:
      let word = bytes[index...].prefix { !Self.ends.contains($0) }
      let text = String(decoding: word, as: UTF8.self)
      guard let value = Self.scalar(text) else {
        throw failure("expected a value" + (text.isEmpty ? "" : " (got \(text))"))
      }
      index += word.count
      return value
    case nil: throw failure("expected a value (got the end of the text)")
    }
  }

  /// Characters that end a number or a literal.
  private static let ends = Set(" \t\r\n,:[]{}\"".utf8)

  private static func scalar(_ word: String) -> JSON? {
    switch word {
    case "true": .bool(true)
    case "false": .bool(false)
    case "null": .null
    default:
      // Double.init accepts more than JSON: hexadecimal, nan, inf.
      if word.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }), let number = Double(word),
        number.isFinite
      {
        .number(number)
      } else {
        nil
      }
    }
  }

  private mutating func nested(_ body: (inout JSONReader) throws -> JSON) throws -> JSON {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw failure("more than \(Self.depthLimit) nested arrays and objects") }
    index += 1
    return try body(&self)
  }

  private mutating func array() throws -> JSON {
    var elements: [JSON] = []
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value())
      if take("]") { return .array(elements) }
      guard take(",") else { throw failure("expected a comma or ]") }
    }
  }

  private mutating func object() throws -> JSON {
    var members: [String: JSON] = [:]
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("expected a key in quotes") }
      let key = try string()
      guard members[key] == nil else { throw failure("duplicate key \"\(key)\"") }
      guard take(":") else { throw failure("expected a colon") }
      members[key] = try value()
      if take("}") { return .object(members) }
      guard take(",") else { throw failure("expected a comma or }") }
    }
  }

  /// Parses a string. Foundation decodes its escapes.
  private mutating func string() throws -> String {
    let start = index
    index += 1
    while let byte = next, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard index < bytes.count else {
      index = start
      throw failure("unterminated string")
    }
    index += 1
    let text = Data(bytes[start..<index])
    guard let string = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed) as? String else {
      index = start
      throw failure("invalid character or escape in this string")
    }
    return string
  }
}

/// Returns JSON of numbers, strings, arrays and dictionaries, with sorted keys.
package func jsonText(_ value: Any) throws -> String {
  let data = try JSONSerialization.data(
    withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
  return String(decoding: data, as: UTF8.self)
}
