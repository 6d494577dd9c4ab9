import Foundation

/// Replacements of Foundation's functions, which trap if a coordinate is NaN.
extension CGRect {
  /// Returns the intersection; null if it is empty or a coordinate is NaN.
  package func common(with other: CGRect) -> CGRect {
    guard !isNull, !other.isNull, hasNumbers, other.hasNumbers else { return .null }
    let (left, right) = (Swift.max(minX, other.minX), Swift.min(maxX, other.maxX))
    let (low, high) = (Swift.max(minY, other.minY), Swift.min(maxY, other.maxY))
    return left <= right && low <= high ? CGRect(x: left, y: low, width: right - left, height: high - low) : .null
  }

  /// Returns the smallest rectangle that contains both. A rectangle with a NaN coordinate is ignored.
  func joined(with other: CGRect) -> CGRect {
    if isNull || !hasNumbers { return other }
    if other.isNull || !other.hasNumbers { return self }
    let (left, low) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
    return CGRect(
      x: left, y: low, width: Swift.max(maxX, other.maxX) - left, height: Swift.max(maxY, other.maxY) - low)
  }

  private var hasNumbers: Bool { !(minX.isNaN || maxX.isNaN || minY.isNaN || maxY.isNaN) }
}
