import CVideo
import CoreMedia

/// The unit of a stream's times: numerator / denominator seconds.
struct TimeUnit: Hashable, Sendable {
  let numerator: Int32
  let denominator: Int32

  init(_ numerator: Int32, _ denominator: Int32) {
    // Files may contain invalid values.
    let isUnit = numerator > 0 && denominator > 0
    (self.numerator, self.denominator) = isUnit ? (numerator, denominator) : (1, 90000)
  }

  init(_ stream: VDStream) { self.init(stream.unitNumerator, stream.unitDenominator) }

  /// Returns the exact time of a number of units; `invalid` for an unknown time.
  func time(_ count: Int64) -> CMTime {
    if count == vd_no_time { return .invalid }
    if numerator == 1 { return CMTime(value: count, timescale: denominator) }
    let (value, overflow) = count.multipliedReportingOverflow(by: Int64(numerator))
    return overflow ? .invalid : CMTime(value: value, timescale: denominator)
  }

  /// Returns a time in units, rounded to nearest.
  func count(_ time: CMTime) -> Int64 {
    guard time.isNumeric else { return vd_no_time }
    let numerator = Int128(time.value) * Int128(denominator)
    let divisor = Int128(time.timescale) * Int128(self.numerator)
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: divisor)
    let rounded = remainder.magnitude * 2 >= divisor.magnitude ? quotient + (numerator < 0 ? -1 : 1) : quotient
    return Int64(clamping: rounded)
  }
}
