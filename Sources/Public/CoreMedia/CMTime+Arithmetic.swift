extension CMTime {
  /// Returns the sum, at the least common multiple of the timescales, limited to the greatest timescale.
  ///
  /// If the value does not fit, the timescale is halved until it does; if it never fits, the result is infinite. The
  /// result is invalid if a time is invalid, for infinities of opposite signs, and for different epochs. Otherwise it
  /// is indefinite if a time is indefinite, and infinite if a time is infinite.
  public static func + (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: 1) }

  /// Returns the difference, by the rules of sums.
  public static func - (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: -1) }

  /// Adds a time, by the rules of sums.
  public static func += (a: inout CMTime, b: CMTime) { a = a + b }

  /// Subtracts a time, by the rules of sums.
  public static func -= (a: inout CMTime, b: CMTime) { a = a - b }

  /// Returns the time multiplied by an integer, at its timescale. If the value does not fit, the timescale is halved
  /// until it does.
  ///
  /// An infinite time stays infinite, with the sign of the product, for which 0 counts as positive.
  public static func * (time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isNumeric else { return time.infinite(negated: multiplier < 0) }
    return ExactSeconds(Int128(time.value) * Int128(multiplier), over: Int64(time.timescale))
      .time(timescale: time.timescale, epoch: time.epoch, isRounded: time.hasBeenRounded)
  }

  /// Returns the time multiplied by an integer.
  public static func * (multiplier: Int32, time: CMTime) -> CMTime { time * multiplier }

  /// Returns the time multiplied by a factor, whose exact binary value is used.
  ///
  /// The timescale is doubled until it is 65536 or more, then halved while the value does not fit. The result is
  /// invalid for NaN, and for 0 seconds multiplied by infinity.
  @_disfavoredOverload  // So that `time * 2` calls the overload for integers.
  public static func * (time: CMTime, multiplier: Double) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    guard time.isNumeric else { return time.infinite(negated: multiplier < 0) }
    guard multiplier.isFinite else {
      if time.value == 0 { return .invalid }
      return (time.value < 0) == (multiplier < 0) ? .positiveInfinity : .negativeInfinity
    }
    var scale = time.timescale
    while scale < 65536 { scale *= 2 }
    return ExactSeconds(Int128(time.value), over: Int64(time.timescale), times: multiplier)
      .time(timescale: scale, epoch: time.epoch, isRounded: time.hasBeenRounded)
  }

  /// Returns the time multiplied by a factor.
  @_disfavoredOverload
  public static func * (multiplier: Double, time: CMTime) -> CMTime { time * multiplier }

  private static func sum(_ a: CMTime, _ b: CMTime, sign: Int128) -> CMTime {
    guard a.isNumeric, b.isNumeric else {
      if !a.isValid || !b.isValid { return .invalid }
      if a.isIndefinite || b.isIndefinite { return .indefinite }
      let other = b.infinite(negated: sign < 0)
      if a.isNumeric { return other }
      return b.isNumeric || a == other ? a : .invalid
    }
    guard a.epoch == b.epoch else { return .invalid }
    let (scaleA, scaleB) = (UInt64(a.timescale), UInt64(b.timescale))
    let common = scaleA / greatestCommonDivisor(scaleA, scaleB) * scaleB
    return ExactSeconds(
      Int128(a.value) * Int128(scaleB) + sign * Int128(b.value) * Int128(scaleA), over: Int64(scaleA * scaleB)
    ).time(
      timescale: Int32(clamping: common), epoch: a.epoch, isRounded: a.hasBeenRounded || b.hasBeenRounded)
  }

  /// Returns an infinite time, with its sign inverted if `negated`, and other times unchanged.
  func infinite(negated: Bool) -> CMTime {
    switch (kind, negated) {
    case (.positiveInfinity, true): .negativeInfinity
    case (.negativeInfinity, true): .positiveInfinity
    default: self
    }
  }
}
