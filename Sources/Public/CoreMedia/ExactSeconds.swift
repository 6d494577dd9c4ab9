/// Seconds as an exact number, which no `CMTime` need hold: what arithmetic makes before it rounds, once.
///
/// Its size is numerator · 2^exponent / denominator.
struct ExactSeconds {
  let isNegative: Bool
  /// Below 2^118.
  let numerator: UInt128
  /// 1 to below 2^63; where the exponent is not 0, below 2^31.
  let denominator: UInt128
  let exponent: Int

  init(_ numerator: Int128, over denominator: Int64, times factor: Double = 1) {
    guard factor != 1, numerator != 0, factor != 0 else {
      isNegative = numerator < 0
      (self.numerator, exponent) = (factor == 0 ? 0 : numerator.magnitude, 0)
      self.denominator = UInt128(denominator)
      return
    }
    // A Double is its significand, a whole number of at most 53 bits, times a power of two.
    let significand = factor.significandWidth
    let whole = UInt128((factor.significand * Double(sign: .plus, exponent: significand, significand: 1)).magnitude)
    isNegative = (numerator < 0) != (factor < 0)
    self.numerator = numerator.magnitude * whole
    self.denominator = UInt128(denominator)
    exponent = Int(factor.exponent) - significand
  }

  /// The time with this timescale, or with the first of its halves, quarters … whose value fits; ± infinity where none
  /// does.
  ///
  /// - Parameter isRounded: whether what this was made of had been rounded.
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

  /// The value at this timescale and whether it is exact; nil when it does not fit.
  ///
  /// - Parameter method: any but `.quickTime`, whose meaning depends on another timescale.
  func value(timescale: Int32, method: CMTimeRoundingMethod) -> (value: Int64, isExact: Bool)? {
    guard exponent <= 100 else { return numerator == 0 ? (0, true) : nil }
    // Twice the size: its lowest bit says on which side of a half the rest is.
    let product = WideNumber(numerator, times: UInt128(timescale) * 2)
    let (scaled, isWhole) =
      exponent > 0 ? (product.shiftedLeft(by: exponent), true) : product.shiftedRight(by: -exponent)
    guard let (twice, remainder) = scaled.divided(by: denominator) else { return nil }
    let (floor, isHalfOrMore, hasRest) = (twice >> 1, twice & 1 == 1, !isWhole || remainder != 0)
    let isExact = !isHalfOrMore && !hasRest
    let goesUp =
      switch method {
      case .roundTowardZero: false
      case .roundAwayFromZero: !isExact
      case .roundTowardPositiveInfinity: !isExact && !isNegative
      case .roundTowardNegativeInfinity: !isExact && isNegative
      case .roundHalfAwayFromZero, .quickTime: isHalfOrMore
      }
    // The size may be 2^63 only below 0.
    guard floor < 1 << 64 else { return nil }
    let magnitude = Int128(floor) + (goesUp ? 1 : 0)
    return Int64(exactly: isNegative ? -magnitude : magnitude).map { ($0, isExact) }
  }
}
