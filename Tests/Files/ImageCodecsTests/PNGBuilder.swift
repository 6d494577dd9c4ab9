import Foundation

/// A builder of PNG files, chunk by chunk, for files that encoders do not write. Source: W3C PNG, third edition, 5 and
/// annex D.
enum PNGBuilder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  static func chunk(_ type: String, _ content: [UInt8], badCheck: Bool = false) -> [UInt8] {
    let typed = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + typed + bigEndian(check(typed) ^ (badCheck ? 1 : 0))
  }

  static func header(width: UInt32, height: UInt32, bits: UInt8, type: UInt8, interlaced: Bool = false) -> [UInt8] {
    chunk("IHDR", bigEndian(width) + bigEndian(height) + [bits, type, 0, 0, interlaced ? 1 : 0])
  }

  /// Rows, filter bytes included, in stored (uncompressed) deflate blocks.
  static func pixels(_ rows: [[UInt8]]) -> [UInt8] {
    let raw: [UInt8] = rows.flatMap { (row: [UInt8]) -> [UInt8] in [0] + row }
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(raw.count - start, 65535)
      let isLast = start + count == raw.count
      let inverse = count ^ 0xffff
      stream += [isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(inverse & 255), UInt8(inverse >> 8)]
      stream += raw[start..<start + count]
      start += count
    } while start < raw.count
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in raw {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return chunk("IDAT", stream + bigEndian(b << 16 | a))
  }

  /// Returns `count` zero bytes, compressed to about a 160th.
  static func zeros(_ count: Int) -> [UInt8] { chunk("IDAT", repeated(0, count)) }

  /// Returns a zlib stream of equal bytes below 144: one deflate block of the fixed code with the byte and matches of
  /// 258 bytes at distance 1 (RFC 1951, 3.2.6: a byte is 00110000 and more, code 285 is 11000101, distance 1 is 00000).
  static func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] {
    var (stream, bits, used): ([UInt8], UInt32, UInt32) = ([0x78, 0x01], 0, 0)
    func put(_ value: UInt32, _ length: UInt32) {
      bits |= value << used
      used += length
      while used >= 8 {
        stream.append(UInt8(bits & 255))
        (bits, used) = (bits >> 8, used - 8)
      }
    }
    // The last block, fixed codes; literal codes have their first bit first.
    put(1, 1)
    put(1, 2)
    let code = UInt32(0x30 + byte)
    let letter = (0..<8).reduce(UInt32(0)) { $0 | (code >> $1 & 1) << (7 - $1) }
    for _ in 0..<(count - (count - 1) / 258 * 258) { put(letter, 8) }
    for _ in 0..<((count - 1) / 258) {
      put(0b1010_0011, 8)
      put(0, 5)
    }
    put(0, 7)
    put(0, (8 - used) % 8)
    // Adler-32 (RFC 1950, 8.2): the sum, and the sum of the sums.
    let sum = 1 + count * Int(byte)
    let sums = count + Int(byte) * (count * (count + 1) / 2)
    return stream + bigEndian(UInt32(sums % 65521) << 16 | UInt32(sum % 65521))
  }

  static func file(_ chunks: [UInt8]...) -> Data {
    Data(signature + chunks.joined() + chunk("IEND", []))
  }

  /// Returns the file with correct checksums, so that changed bytes pass the first check.
  static func withRepairedChecks(_ file: Data) -> Data {
    var bytes = [UInt8](file)
    var at = 8
    while at + 12 <= bytes.count {
      let count = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = at + 8 + count
      guard end + 4 <= bytes.count else { break }
      bytes.replaceSubrange(end..<end + 4, with: bigEndian(check(Array(bytes[at + 4..<end]))))
      at = end + 4
    }
    return Data(bytes)
  }

  static func bigEndian(_ number: UInt32) -> [UInt8] {
    [UInt8(number >> 24), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
  }

  private static func check(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
