/// The error of a malformed numeric literal.
struct NumberError: Error {
  var message: String
  var allowed: String?
}

/// Returns the value of a numeric literal: decimal, hexadecimal, octal and binary integers; decimals with a point or an
/// exponent.
func numberLiteral(_ text: String) throws(NumberError) -> Token.Kind {
  let lower = text.lowercased()
  if lower.hasPrefix("0x") { return try integer(lower.dropFirst(2), radix: 16, text) }
  if lower.hasPrefix("0b") { return try integer(lower.dropFirst(2), radix: 2, text) }
  if lower.contains(".") || lower.contains("e") || lower.hasSuffix("f") || lower.hasSuffix("h") {
    return try decimal(lower, text)
  }
  if lower.hasPrefix("0"), lower.count > 1, lower.dropFirst().first!.isNumber {
    return try integer(lower.dropFirst(), radix: 8, text)
  }
  return try integer(lower[...], radix: 10, text)
}

private func integer(_ digits: Substring, radix: Int, _ text: String) throws(NumberError) -> Token.Kind {
  var digits = digits
  let isUnsigned = digits.hasSuffix("u")
  if isUnsigned { digits.removeLast() }
  if digits.hasSuffix("l") {
    throw NumberError(
      message: "'\(text)': integers of 64 bits are not part of the kernel languages", allowed: "32 bits")
  }
  guard !digits.isEmpty, digits.allSatisfy({ $0.hexDigitValue.map { $0 < radix } ?? false }) else {
    throw NumberError(message: "'\(text)' is not a number", allowed: "for example 1, 0x1f, 017, 1.5, .5, 1e-3, 1.5f")
  }
  guard let value = UInt32(digits, radix: radix) else {
    throw NumberError(message: "'\(text)' does not fit in 32 bits", allowed: "at most \(UInt32.max)")
  }
  return .integer(value, isUnsigned: isUnsigned || value > UInt32(Int32.max))
}

private func decimal(_ lower: String, _ text: String) throws(NumberError) -> Token.Kind {
  var digits = lower
  if digits.hasSuffix("f") || digits.hasSuffix("h") { digits.removeLast() }
  // Swift requires digits on both sides of the point, and accepts words such as "nan".
  let isPlain = digits.utf8.allSatisfy {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || ".e+-".utf8.contains($0)
  }
  let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  var spelled = parts[0].isEmpty ? "0" : String(parts[0])
  if parts.count > 1 { spelled += "." + (parts[1].isEmpty || parts[1].hasPrefix("e") ? "0" : "") + parts[1] }
  guard isPlain, let value = Float(spelled) else {
    throw NumberError(message: "'\(text)' is not a number", allowed: "for example 1, 0x1f, 017, 1.5, .5, 1e-3, 1.5f")
  }
  guard value.isFinite else {
    throw NumberError(
      message: "'\(text)' is too large for a float", allowed: "at most \(Float.greatestFiniteMagnitude)")
  }
  return .float(value)
}
