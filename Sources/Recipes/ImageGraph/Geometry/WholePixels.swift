/// The one way from numbers that somebody gave to pixels and counts: what cannot be one is refused here, in the same
/// words everywhere, before anything is taken or computed for it.
extension Rect where P == UserPlane {
  /// Pixels from the origin that a render can reach. Formulas are told of places in 32-bit floats, which hold the
  /// centre of every pixel up to here, and no further.
  package static var farthest: Int { 1 << 23 }

  /// The smallest rectangle of whole pixels around this one, at a place where pixels can be rendered.
  ///
  /// - Parameter what: whose rectangle it is, for messages: `CICrop: inputRectangle`.
  /// - Throws: `invalidArgument` where there is no pixel in it, or a coordinate is no number; `limit` where a side lies
  ///   more than `farthest` pixels from the origin.
  package func wholePixels(of what: @autoclosure () -> String) throws(RenderError) -> UserRect {
    let pixels = self.pixels
    guard !pixels.isEmpty else {
      throw .invalidArgument(
        "\(what()) has no pixel: its corners are \(short(min.x)),\(short(min.y)) and \(short(max.x)),\(short(max.y)); "
          + "give a rectangle with a width and a height")
    }
    try pixels.checkReach(of: what())
    return pixels
  }

  /// Refuses what lies too far away.
  ///
  /// - Throws: `limit` where a side lies more than `farthest` pixels from the origin.
  package func checkReach(of what: @autoclosure () -> String) throws(RenderError) {
    let reach = Swift.max(abs(min.x), abs(min.y), abs(max.x), abs(max.y)).rounded(.up)
    guard isEmpty || reach <= Double(Self.farthest) else {
      throw .limit(
        "\(what()) is too far from the origin, in pixels", requested: UInt64(clamping: Int(clamping: reach)),
        allowed: UInt64(Self.farthest))
    }
  }

  /// The rectangle that people mean by a corner, a width and a height: its corners in order, and sides without an end
  /// where they lie as far out as those of Core Image's infinite rectangle, which begins at -8.9e307.
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
  /// The whole number nearest to this one that an `Int` can hold; 0 for what is no number.
  package init(clamping number: Double) {
    self = number.isNaN ? 0 : Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }

  /// Pixels and bytes are counted without an end: more than an `Int` holds is as much as it can hold, and passes every
  /// limit.
  package func plus(_ other: Int) -> Int {
    let sum = addingReportingOverflow(other)
    return sum.overflow ? (other < 0 ? .min : .max) : sum.partialValue
  }

  package func times(_ other: Int) -> Int {
    let product = multipliedReportingOverflow(by: other)
    return product.overflow ? ((self < 0) == (other < 0) ? .max : .min) : product.partialValue
  }
}
