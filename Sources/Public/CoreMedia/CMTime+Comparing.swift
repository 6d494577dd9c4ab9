extension CMTime: Comparable, Hashable {
  /// −1, 0 or 1: whether this comes before the other time, is equal to it, or comes after it.
  ///
  /// Negative infinity, numbers, indefinite, positive infinity, invalid: in this order; times of one kind that is not
  /// numeric are equal. Of numbers the epoch counts first, then the exact value, whatever the timescales are.
  func compare(_ other: CMTime) -> Int32 {
    guard isNumeric, other.isNumeric else { return order(kind.rawValue, other.kind.rawValue) }
    guard epoch == other.epoch else { return order(epoch, other.epoch) }
    return order(Int128(value) * Int128(other.timescale), Int128(other.value) * Int128(timescale))
  }

  public static func == (a: CMTime, b: CMTime) -> Bool { a.compare(b) == 0 }
  public static func < (a: CMTime, b: CMTime) -> Bool { a.compare(b) < 0 }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard isNumeric else { return }
    let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale))
    hasher.combine(epoch)
    hasher.combine(Int128(value) / Int128(divisor))
    hasher.combine(UInt64(timescale) / divisor)
  }
}

private func order<Number: Comparable>(_ a: Number, _ b: Number) -> Int32 { a < b ? -1 : a == b ? 0 : 1 }

/// The greatest number that divides both; the other one when one of them is 0.
func greatestCommonDivisor<Number: FixedWidthInteger & UnsignedInteger>(_ a: Number, _ b: Number) -> Number {
  var (greater, smaller) = (a, b)
  while smaller != 0 { (greater, smaller) = (smaller, greater % smaller) }
  return greater
}
