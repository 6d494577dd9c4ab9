import CVideo
import CoreMedia

/// What a stream's times count: numerator / denominator seconds.
struct TimeUnit: Hashable, Sendable {
  let numerator: Int32
  let denominator: Int32

  init(_ numerator: Int32, _ denominator: Int32) {
    // Files may say anything.
    let isUnit = numerator > 0 && denominator > 0
    (self.numerator, self.denominator) = isUnit ? (numerator, denominator) : (1, 90000)
  }

  init(_ stream: VDStream) { self.init(stream.unitNumerator, stream.unitDenominator) }

  /// So many units as a time, exactly; `invalid` for what is not known.
  func time(_ count: Int64) -> CMTime {
    if count == vd_no_time { return .invalid }
    if numerator == 1 { return CMTime(value: count, timescale: denominator) }
    let (value, overflow) = count.multipliedReportingOverflow(by: Int64(numerator))
    return overflow ? .invalid : CMTime(value: value, timescale: denominator)
  }

  /// A time in units, to nearest.
  func count(_ time: CMTime) -> Int64 {
    guard time.isNumeric else { return vd_no_time }
    let numerator = Int128(time.value) * Int128(denominator)
    let divisor = Int128(time.timescale) * Int128(self.numerator)
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: divisor)
    let rounded = rest.magnitude * 2 >= divisor.magnitude ? whole + (numerator < 0 ? -1 : 1) : whole
    return Int64(clamping: rounded)
  }
}
