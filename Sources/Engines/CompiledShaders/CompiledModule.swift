/// A shader file, compiled to SPIR-V when the package was built.
package struct CompiledModule: Sendable {
  /// The file's path in the folder Shaders, without `.glsl`.
  package let name: String
  private let base64: StaticString

  init(name: String, base64: StaticString) { (self.name, self.base64) = (name, base64) }

  /// The module as little-endian words; decoded on each access.
  package var words: [UInt32] {
    base64.withUTF8Buffer { text in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count / 4 * 3)
      var pending: UInt32 = 0
      var bitCount = 0
      for character in text {
        guard let value = Self.value(of: character) else { continue }
        pending = pending << 6 | value
        bitCount += 6
        if bitCount >= 8 {
          bitCount -= 8
          bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bitCount)))
        }
      }
      return bytes.withUnsafeBytes { raw in
        (0..<raw.count / 4).map { UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)) }
      }
    }
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
