/// An unsigned integer of 256 bits, for products of times and factors before they are rounded.
struct WideNumber: Equatable {
  var high: UInt128
  var low: UInt128

  /// Creates the product, which always fits.
  init(_ a: UInt128, times b: UInt128) {
    let product = a.multipliedFullWidth(by: b)
    (high, low) = (product.high, product.low)
  }

  /// Returns `self` · 2^count for a `count` of 0 to 127. The caller must ensure that no bits above the 256th are lost.
  func shiftedLeft(by count: Int) -> WideNumber {
    var result = self
    if count > 0 { result.high = high << count | low >> (128 - count) }
    result.low = low << count
    return result
  }

  /// Returns the integer part of `self` / 2^count, and whether the division is exact.
  func shiftedRight(by count: Int) -> (whole: WideNumber, isExact: Bool) {
    var result = self
    switch count {
    case ...0: return (self, true)
    case 1..<128: (result.high, result.low) = (high >> count, low >> count | high << (128 - count))
    default: (result.high, result.low) = (0, high >> (count - 128))
    }
    return (result, count < 256 && result.shiftedBack(by: count) == self || self == WideNumber(0, times: 0))
  }

  private func shiftedBack(by count: Int) -> WideNumber {
    if count < 128 { return shiftedLeft(by: count) }
    var result = self
    (result.high, result.low) = (low << (count - 128), 0)
    return result
  }

  /// Returns the integer part of `self` / divisor and the remainder, or nil if the integer part exceeds 128 bits.
  func divided(by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128)? {
    high < divisor ? divisor.dividingFullWidth((high, low)) : nil
  }
}
