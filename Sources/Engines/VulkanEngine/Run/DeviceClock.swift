/// The clock of a device, as its timestamps show it.
package struct DeviceClock: Sendable {
  /// Bits that count: behind the last tick that they hold comes 0.
  let bits: UInt32
  /// Nanoseconds of a tick.
  let period: Float

  package init(bits: UInt32, period: Float) { (self.bits, self.period) = (bits, period) }

  /// Milliseconds between two timestamps, less than half of the clock's round apart; 0 where it went backwards.
  package func milliseconds(from start: UInt64, to end: UInt64) -> Double {
    let ticks = Int64(bitPattern: (end &- start) << (64 - bits)) >> (64 - bits)
    return Double(max(ticks, 0)) * Double(period) / 1e6
  }
}
