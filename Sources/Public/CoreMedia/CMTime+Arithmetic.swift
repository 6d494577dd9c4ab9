extension CMTime {
  /// The sum, at the least common multiple of the timescales, or at the finest one where that is finer.
  ///
  /// Where the value does not fit, the timescale is halved until it does; an infinity where it never does. Invalid with
  /// an invalid time, for infinities of opposite signs, and for times of different epochs; else indefinite with an
  /// indefinite time, and infinite with an infinite one.
  public static func + (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: 1) }

  /// The difference, by the rules of sums.
  public static func - (a: CMTime, b: CMTime) -> CMTime { sum(a, b, sign: -1) }

  /// Adds a time, by the rules of sums.
  public static func += (a: inout CMTime, b: CMTime) { a = a + b }

  /// Takes a time off, by the rules of sums.
  public static func -= (a: inout CMTime, b: CMTime) { a = a - b }

  /// So many times this time, at its timescale where the value fits, else at the first of its halves, quarters …
  ///
  /// An infinite time stays infinite, with the sign of the product; 0 counts as positive there.
  public static func * (time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isNumeric else { return time.infinite(turned: multiplier < 0) }
    return ExactSeconds(Int128(time.value) * Int128(multiplier), over: Int64(time.timescale))
      .time(timescale: time.timescale, epoch: time.epoch, isRounded: time.hasBeenRounded)
  }

  /// So many times the time.
  public static func * (multiplier: Int32, time: CMTime) -> CMTime { time * multiplier }

  /// The time by a factor, which is taken as the exact number that it is.
  ///
  /// The timescale is doubled until it is 65536 or more, then halved while the value does not fit. Invalid for NaN, and
  /// for 0 seconds by an infinite factor.
  @_disfavoredOverload  // So that `time * 2` is by a whole number.
  public static func * (time: CMTime, multiplier: Double) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    guard time.isNumeric else { return time.infinite(turned: multiplier < 0) }
    guard multiplier.isFinite else {
      if time.value == 0 { return .invalid }
      return (time.value < 0) == (multiplier < 0) ? .positiveInfinity : .negativeInfinity
    }
    var scale = time.timescale
    while scale < 65536 { scale *= 2 }
    return ExactSeconds(Int128(time.value), over: Int64(time.timescale), times: multiplier)
      .time(timescale: scale, epoch: time.epoch, isRounded: time.hasBeenRounded)
  }

  /// The time by a factor.
  @_disfavoredOverload
  public static func * (multiplier: Double, time: CMTime) -> CMTime { time * multiplier }

  private static func sum(_ a: CMTime, _ b: CMTime, sign: Int128) -> CMTime {
    guard a.isNumeric, b.isNumeric else {
      if !a.isValid || !b.isValid { return .invalid }
      if a.isIndefinite || b.isIndefinite { return .indefinite }
      let other = b.infinite(turned: sign < 0)
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

  /// An infinite time with its sign or the other one; every other time as it is.
  func infinite(turned: Bool) -> CMTime {
    switch (kind, turned) {
    case (.positiveInfinity, true): .negativeInfinity
    case (.negativeInfinity, true): .positiveInfinity
    default: self
    }
  }
}
