import Foundation

/// A JSON value as it was read: unlike NSNumber it tells true from 1.
package enum JSON {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// For messages: what it is, not what it holds.
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

  /// The numbers of an array of nothing else.
  package var numbers: [Double]? {
    guard case .array(let elements) = self else { return nil }
    let numbers = elements.compactMap { if case .number(let number) = $0 { number } else { nil } }
    return numbers.count == elements.count ? numbers : nil
  }
}

/// Reads JSON (RFC 8259) and says on which line it stops being that.
package struct JSONReader {
  /// Arrays and objects inside of one another: more would need more stack than a thread has.
  package static let depthLimit = 2000

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// - Throws: `CommandFailure` with line and column; also for keys that stand twice in an object, which would hide one value.
  package static func read(_ data: Data) throws -> JSON {
    var reader = JSONReader(bytes: Array(data))
    let value = try reader.value()
    reader.skipSpace()
    guard reader.index == reader.bytes.count else { throw reader.failure("there is more behind the end") }
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

  private mutating func take(_ sign: Character) -> Bool {
    skipSpace()
    guard next == sign.asciiValue else { return false }
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
        throw failure("a value is wanted here, not \(text.isEmpty ? "this sign" : text)")
      }
      index += word.count
      return value
    case nil: throw failure("the text ends where a value is wanted")
    }
  }

  private static let ends = Set(" \t\r\n,:[]{}\"".utf8)

  private static func scalar(_ word: String) -> JSON? {
    switch word {
    case "true": .bool(true)
    case "false": .bool(false)
    case "null": .null
    default:
      // Double reads more than JSON allows: hexadecimal, nan, inf.
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
    guard depth <= Self.depthLimit else { throw failure("more than \(Self.depthLimit) values inside of one another") }
    index += 1
    return try body(&self)
  }

  private mutating func array() throws -> JSON {
    var elements: [JSON] = []
    if take("]") { return .array(elements) }
    while true {
      elements.append(try value())
      if take("]") { return .array(elements) }
      guard take(",") else { throw failure("a comma or ] is wanted here") }
    }
  }

  private mutating func object() throws -> JSON {
    var members: [String: JSON] = [:]
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a key in quotes is wanted here") }
      let key = try string()
      guard members[key] == nil else { throw failure("\"\(key)\" stands in this object already") }
      guard take(":") else { throw failure("a colon is wanted here") }
      members[key] = try value()
      if take("}") { return .object(members) }
      guard take(",") else { throw failure("a comma or } is wanted here") }
    }
  }

  /// Finds the end of a string and leaves its escapes to Foundation.
  private mutating func string() throws -> String {
    let start = index
    index += 1
    while let byte = next, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard index < bytes.count else {
      index = start
      throw failure("this string has no end")
    }
    index += 1
    let text = Data(bytes[start..<index])
    guard let string = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed) as? String else {
      index = start
      throw failure("this string has a sign or an escape that JSON does not allow")
    }
    return string
  }
}

/// Numbers, texts, lists and dictionaries as JSON with its keys in order.
package func jsonText(_ value: Any) throws -> String {
  let data = try JSONSerialization.data(
    withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
  return String(decoding: data, as: UTF8.self)
}
