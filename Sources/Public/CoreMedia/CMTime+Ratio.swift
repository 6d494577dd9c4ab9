extension CMTime {
  /// Returns the time · multiplier / divisor. Its timescale is the least common multiple of this time's timescale and
  /// of the reduced denominator, or else the reduced denominator. If neither fits, returns the nearest fraction that a
  /// `CMTime` can represent.
  ///
  /// If the divisor is 0, the result is invalid for a time or multiplier of 0, else infinite. An infinite time stays
  /// infinite, with the sign of the product.
  func multiplied(by multiplier: Int32, over divisor: Int32) -> CMTime {
    guard isNumeric else { return infinite(negated: (multiplier < 0) != (divisor < 0)) }
    let product = Int128(value) * Int128(multiplier) * (divisor < 0 ? -1 : 1)
    if divisor == 0 {
      return product == 0 ? .invalid : product < 0 ? .negativeInfinity : .positiveInfinity
    }
    let denominator = UInt128(timescale) * UInt128(divisor.magnitude)
    let common = greatestCommonDivisor(product.magnitude, denominator)
    let fraction = Fraction(numerator: product.magnitude / common, denominator: denominator / common)

    let ownScale = UInt128(timescale)
    let commonScale = ownScale / greatestCommonDivisor(ownScale, fraction.denominator) * fraction.denominator
    for scale in [commonScale, fraction.denominator] {
      if let time = time(fraction.numerator * (scale / fraction.denominator), over: scale, isNegative: product < 0) {
        return hasBeenRounded ? time.rounded : time
      }
    }
    let limit = Swift.min(
      UInt128(kCMTimeMaxTimescale), UInt128(CMTimeValue.max) * fraction.denominator / fraction.numerator)
    if limit > 0, let near = fraction.nearest(denominatorsUpTo: limit),
      let time = time(near.numerator, over: near.denominator, isNegative: product < 0)
    {
      return time.rounded
    }
    return product < 0 ? .negativeInfinity : .positiveInfinity
  }

  private var rounded: CMTime {
    CMTime(value: value, timescale: timescale, flags: [.valid, .hasBeenRounded], epoch: epoch)
  }

  private func time(_ magnitude: UInt128, over scale: UInt128, isNegative: Bool) -> CMTime? {
    guard let scale = CMTimeScale(exactly: scale), let value = Int64(exactly: magnitude) else { return nil }
    return CMTime(value: isNegative ? -value : value, timescale: scale, flags: .valid, epoch: epoch)
  }
}

/// An unsigned fraction.
private struct Fraction {
  let numerator: UInt128
  let denominator: UInt128

  /// Returns the nearest fraction whose denominator is at most `limit`, by continued fractions: the last convergent
  /// within the limit, or the last semiconvergent after it.
  ///
  /// Source: Hardy and Wright, An Introduction to the Theory of Numbers, chapter 10. All values stay below 2^127,
  /// because numerators are below 2^94 and limits below 2^31.
  func nearest(denominatorsUpTo limit: UInt128) -> Fraction? {
    if denominator <= limit { return self }
    var (before, last) = (Fraction(numerator: 0, denominator: 1), Fraction(numerator: 1, denominator: 0))
    var (dividend, divisor) = (numerator, denominator)
    while divisor != 0 {
      let quotient = dividend / divisor
      let denominator = before.denominator + quotient * last.denominator
      guard denominator <= limit else { break }
      (before, last) = (
        last, Fraction(numerator: before.numerator + quotient * last.numerator, denominator: denominator)
      )
      (dividend, divisor) = (divisor, dividend % divisor)
    }
    guard last.denominator > 0 else { return nil }
    let quotient = (limit - before.denominator) / last.denominator
    let semiconvergent = Fraction(
      numerator: before.numerator + quotient * last.numerator,
      denominator: before.denominator + quotient * last.denominator)
    // Compares |last - self| with |semiconvergent - self|, which are on different sides of self.
    return semiconvergent.denominator == 0
      || distance(last) * semiconvergent.denominator <= distance(semiconvergent) * last.denominator
      ? last : semiconvergent
  }

  /// Returns |other - self| · both denominators.
  private func distance(_ other: Fraction) -> UInt128 {
    let (a, b) = (other.numerator * denominator, numerator * other.denominator)
    return a > b ? a - b : b - a
  }
}
