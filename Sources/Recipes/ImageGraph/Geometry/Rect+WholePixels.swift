/// The conversion of untrusted numbers to pixels and counts. All callers use it, so that values out of range are
/// rejected with the same texts, before memory is allocated or anything is computed.
extension Rect where P == UserPlane {
  /// The maximum distance of a rendered pixel from the origin, in pixels. Shaders receive positions as 32-bit floats,
  /// which represent the centre of every pixel up to this distance.
  package static var farthest: Int { 1 << 23 }

  /// Returns the smallest rectangle of whole pixels that contains this one.
  ///
  /// - Parameter name: the name of the rectangle in messages, for example `CICrop: inputRectangle`.
  /// - Throws: `invalidArgument` if the rectangle contains no pixel, or a coordinate is not a number; `limit` if a side
  ///   is more than `farthest` pixels from the origin.
  package func wholePixels(of name: @autoclosure () -> String) throws(RenderError) -> UserRect {
    let pixels = self.pixels
    guard !pixels.isEmpty else {
      throw .invalidArgument(
        "\(name()) has no pixel: its corners are \(short(min.x)),\(short(min.y)) and \(short(max.x)),\(short(max.y)); "
          + "pass a rectangle with a positive width and height")
    }
    try pixels.checkReach(of: name())
    return pixels
  }

  /// Rejects rectangles that are too far from the origin.
  ///
  /// - Throws: `limit` if a side is more than `farthest` pixels from the origin.
  package func checkReach(of name: @autoclosure () -> String) throws(RenderError) {
    let reach = Swift.max(abs(min.x), abs(min.y), abs(max.x), abs(max.y)).rounded(.up)
    guard isEmpty || reach <= Double(Self.farthest) else {
      throw .limit(
        "\(name()) is too far from the origin, in pixels", requested: UInt64(clamping: Int(clamping: reach)),
        allowed: UInt64(Self.farthest))
    }
  }

  /// Creates a rectangle from a corner, a width and a height, which may be negative. Sides become infinite if they are
  /// as far out as those of Core Image's infinite rectangle, which begins at -8.9e307.
  package init(corner: SIMD2<Double>, size: SIMD2<Double>) {
    let endless = 1e300
    var (low, high) = (corner, corner)
    for axis in 0...1 {
      let isLine = corner[axis] == -.infinity && size[axis] == .infinity
      let end = isLine ? .infinity : corner[axis] + size[axis]
      (low[axis], high[axis]) = end < corner[axis] ? (end, corner[axis]) : (corner[axis], end)
      if low[axis] <= -endless { low[axis] = -.infinity }
      if high[axis] >= endless { high[axis] = .infinity }
    }
    self.init(low, high)
  }
}

extension Int {
  /// Creates the integer nearest to this number within the range of `Int`. NaN becomes 0.
  package init(clamping number: Double) {
    self = number.isNaN ? 0 : Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }

  /// Returns the saturated sum. Pixels and bytes are counted with saturation: an overflow becomes the largest `Int`,
  /// which exceeds every limit.
  package func plus(_ other: Int) -> Int {
    let sum = addingReportingOverflow(other)
    return sum.overflow ? (other < 0 ? .min : .max) : sum.partialValue
  }

  package func times(_ other: Int) -> Int {
    let product = multipliedReportingOverflow(by: other)
    return product.overflow ? ((self < 0) == (other < 0) ? .max : .min) : product.partialValue
  }
}
