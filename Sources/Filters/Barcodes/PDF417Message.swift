import CBarcode
import Foundation
import ImageGraph

/// A message as PDF417 codewords (ISO/IEC 15438, 5.4), without their number and without padding.
package enum PDF417Message {
  /// The compaction modes, with the numbers that CIPDF417BarcodeGenerator uses.
  package enum Compaction: Int { case automatic, numeric, text, byte }

  private static let toText: UInt16 = 900
  private static let toBytes: UInt16 = 901
  private static let toNumbers: UInt16 = 902
  private static let toSixBytes: UInt16 = 924

  /// Returns the number of bytes that fit into a number of codewords for any content.
  package static func certainBytes(codewords: Int) -> Int { max((codewords - 1) / 5 * 6 + (codewords - 1) % 5, 0) }

  /// Returns the codewords of a message.
  ///
  /// - Parameter startsWithMode: whether text starts with the latch to text mode, although text is the initial mode of
  ///   symbols.
  /// - Returns: nil if no symbol holds the message.
  /// - Throws: `invalidArgument` if the message cannot be compacted in this mode.
  package static func codewords(
    of message: Data, _ compaction: Compaction, startsWithMode: Bool, filter: String
  ) throws(RenderError) -> [UInt16]? {
    var words: [UInt16]
    switch compaction {
    case .byte: words = bytes(Array(message))
    case .numeric:
      guard message.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
        throw .invalidArgument("\(filter): inputCompactionMode is 1, numeric, and inputMessage has more than digits")
      }
      words = numbers(message.map { $0 - UInt8(ascii: "0") })
    case .automatic, .text:
      // Zint finds the shortest sequence of modes. The codewords are decoded from its smallest symbol.
      guard let grid = try Zint.symbol(CBARCODE_PDF417, message, filter: filter),
        let found = PDF417Symbol.codewords(in: grid, columns: (grid.width - 69) / 17)
      else { return nil }
      words = Array(found.dropFirst())
      while words.last == toText { words.removeLast() }
    }
    if startsWithMode, words.first.map({ $0 < toText }) ?? false { words.insert(toText, at: 0) }
    return words
  }

  /// Returns groups of six bytes as five codewords, the remaining bytes one by one.
  private static func bytes(_ bytes: [UInt8]) -> [UInt16] {
    let groups = bytes.count / 6
    let whole = (0..<groups).flatMap { group in
      digits(bytes[6 * group..<6 * group + 6].map(Int.init), base: 256, count: 5)
    }
    return [bytes.count.isMultiple(of: 6) ? toSixBytes : toBytes] + whole + bytes.dropFirst(6 * groups).map(UInt16.init)
  }

  /// Returns groups of up to 44 digits, each with a leading 1, as numbers.
  private static func numbers(_ digits: [UInt8]) -> [UInt16] {
    let groups = stride(from: 0, to: digits.count, by: 44).flatMap { start in
      let group = digits[start..<min(start + 44, digits.count)].map(Int.init)
      return Self.digits([1] + group, base: 10, count: group.count / 3 + 1)
    }
    return [toNumbers] + groups
  }

  /// Returns the `count` digits of a number in base 900, from its digits in another base.
  private static func digits(_ number: [Int], base: Int, count: Int) -> [UInt16] {
    var result = Array(repeating: 0, count: count)
    for digit in number {
      var carry = digit
      for index in result.indices.reversed() {
        let sum = result[index] * base + carry
        (result[index], carry) = (sum % 900, sum / 900)
      }
    }
    return result.map { UInt16($0) }
  }
}
