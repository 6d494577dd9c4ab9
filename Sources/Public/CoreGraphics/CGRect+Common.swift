import Foundation

/// Foundation's own functions end the program where a number is none.
extension CGRect {
  /// What both cover; null where that is nothing or a number is none.
  package func common(with other: CGRect) -> CGRect {
    guard !isNull, !other.isNull, hasNumbers, other.hasNumbers else { return .null }
    let (left, right) = (Swift.max(minX, other.minX), Swift.min(maxX, other.maxX))
    let (low, high) = (Swift.max(minY, other.minY), Swift.min(maxY, other.maxY))
    return left <= right && low <= high ? CGRect(x: left, y: low, width: right - left, height: high - low) : .null
  }

  /// The smallest rectangle around both; one of which a number is none does not count.
  func joined(with other: CGRect) -> CGRect {
    if isNull || !hasNumbers { return other }
    if other.isNull || !other.hasNumbers { return self }
    let (left, low) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
    return CGRect(
      x: left, y: low, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - low)
  }

  private var hasNumbers: Bool { !(minX.isNaN || maxX.isNaN || minY.isNaN || maxY.isNaN) }
}
