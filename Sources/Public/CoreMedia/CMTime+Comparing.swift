extension CMTime: Comparable, Hashable {
  /// Returns −1, 0 or 1: whether this time is before the other one, equal to it, or after it.
  ///
  /// The order is: negative infinity, numbers, indefinite, positive infinity, invalid. Times of the same non-numeric
  /// kind are equal. Numbers are compared by epoch, then by exact value, regardless of their timescales.
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

/// Returns the greatest common divisor. If one number is 0, returns the other one.
func greatestCommonDivisor<Number: FixedWidthInteger & UnsignedInteger>(_ a: Number, _ b: Number) -> Number {
  var (greater, smaller) = (a, b)
  while smaller != 0 { (greater, smaller) = (smaller, greater % smaller) }
  return greater
}
