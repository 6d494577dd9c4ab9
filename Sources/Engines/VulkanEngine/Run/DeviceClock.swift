/// The clock of a device's timestamps.
package struct DeviceClock: Sendable {
  /// The number of valid bits, after which timestamps wrap around to 0.
  let bits: UInt32
  /// The nanoseconds of a tick.
  let period: Float

  package init(bits: UInt32, period: Float) { (self.bits, self.period) = (bits, period) }

  /// Returns the milliseconds between two timestamps, which are less than half of the clock's range apart. If the clock
  /// went backwards, returns 0.
  package func milliseconds(from start: UInt64, to end: UInt64) -> Double {
    let ticks = Int64(bitPattern: (end &- start) << (64 - bits)) >> (64 - bits)
    return Double(max(ticks, 0)) * Double(period) / 1e6
  }
}
