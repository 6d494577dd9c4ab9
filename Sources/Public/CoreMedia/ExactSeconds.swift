/// An exact number of seconds, which a `CMTime` may be unable to represent: an intermediate result of arithmetic, which
/// is rounded once.
///
/// Its absolute value is numerator · 2^exponent / denominator.
struct ExactSeconds {
  let isNegative: Bool
  /// Below 2^118.
  let numerator: UInt128
  /// From 1 to below 2^63; if the exponent is not 0, below 2^31.
  let denominator: UInt128
  let exponent: Int

  init(_ numerator: Int128, over denominator: Int64, times factor: Double = 1) {
    guard factor != 1, numerator != 0, factor != 0 else {
      isNegative = numerator < 0
      (self.numerator, exponent) = (factor == 0 ? 0 : numerator.magnitude, 0)
      self.denominator = UInt128(denominator)
      return
    }
    // A Double is its significand, an integer of at most 53 bits, times a power of two.
    let significand = factor.significandWidth
    let integer = UInt128((factor.significand * Double(sign: .plus, exponent: significand, significand: 1)).magnitude)
    isNegative = (numerator < 0) != (factor < 0)
    self.numerator = numerator.magnitude * integer
    self.denominator = UInt128(denominator)
    exponent = Int(factor.exponent) - significand
  }

  /// Returns the time at this timescale. If its value does not fit, halves the timescale until it does. If it never
  /// fits, returns ± infinity.
  ///
  /// - Parameter isRounded: whether an operand had been rounded.
  func time(timescale: Int32, epoch: Int64, isRounded: Bool) -> CMTime {
    var scale = timescale
    while true {
      if let (value, isExact) = value(timescale: scale, method: .default) {
        var time = CMTime(value: value, timescale: scale, flags: .valid, epoch: epoch)
        if isRounded || !isExact { time.flags.insert(.hasBeenRounded) }
        return time
      }
      if scale == 1 { return isNegative ? .negativeInfinity : .positiveInfinity }
      scale /= 2
    }
  }

  /// Returns the value at this timescale and whether it is exact, or nil if it does not fit.
  ///
  /// - Parameter method: any but `.quickTime`, which depends on the original timescale.
  func value(timescale: Int32, method: CMTimeRoundingMethod) -> (value: Int64, isExact: Bool)? {
    guard exponent <= 100 else { return numerator == 0 ? (0, true) : nil }
    // Twice the value: its lowest bit is set if the fraction is a half or more.
    let product = WideNumber(numerator, times: UInt128(timescale) * 2)
    let (scaled, isWhole) =
      exponent > 0 ? (product.shiftedLeft(by: exponent), true) : product.shiftedRight(by: -exponent)
    guard let (twice, remainder) = scaled.divided(by: denominator) else { return nil }
    let (floor, isHalfOrMore, hasRemainder) = (twice >> 1, twice & 1 == 1, !isWhole || remainder != 0)
    let isExact = !isHalfOrMore && !hasRemainder
    let roundsUp =
      switch method {
      case .roundTowardZero: false
      case .roundAwayFromZero: !isExact
      case .roundTowardPositiveInfinity: !isExact && !isNegative
      case .roundTowardNegativeInfinity: !isExact && isNegative
      case .roundHalfAwayFromZero, .quickTime: isHalfOrMore
      }
    // Below 0 the absolute value may be 2^63.
    guard floor < 1 << 64 else { return nil }
    let magnitude = Int128(floor) + (roundsUp ? 1 : 0)
    return Int64(exactly: isNegative ? -magnitude : magnitude).map { ($0, isExact) }
  }
}
