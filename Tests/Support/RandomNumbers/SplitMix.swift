/// Numbers that are the same on every run and machine.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  /// Bytes of opaque pixels of RGBA, two at a time: test targets are compiled without optimisation.
  package mutating func opaquePixels(_ count: Int) -> [UInt8] {
    let words = (0..<(count + 1) / 2).map { _ in next() | 0xff00_0000_ff00_0000 }
    return words.withUnsafeBytes { Array($0.prefix(4 * count)) }
  }
}
