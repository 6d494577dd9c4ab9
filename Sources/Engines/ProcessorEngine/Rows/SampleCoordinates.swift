import CStages

/// The coordinates of samples in a block that runs row by row: the block's own points plus an offset in whole pixels,
/// optionally clamped to a rectangle of pixels.
struct SampleCoordinates {
  var dx = 0
  var dy = 0
  /// The range of columns and rows, inclusive; nil for no clamp.
  var clamp: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?

  /// The magnitude from which on an edge is treated as infinite.
  private static let far: Float = 536_870_912
  /// The largest coordinate at which floats represent pixel centres exactly.
  private static let reach: Float = 4_194_304

  /// Returns the points mapped by two rows; nil unless the map is a translation by whole pixels.
  func transformed(_ rows: [Float]) -> SampleCoordinates? {
    guard rows[0] == 1, rows[1] == 0, rows[3] == 0, rows[4] == 1, let x = Self.whole(rows[2]),
      let y = Self.whole(rows[5])
    else { return nil }
    var moved = self
    moved.dx += x
    moved.dy += y
    if let clamp { moved.clamp = (clamp.columns.moved(by: x), clamp.rows.moved(by: y)) }
    return moved
  }

  /// Returns the points clamped to a rectangle; nil if it has no pixels, or if its edges are between pixels.
  func nearest(inside rect: [Float]) -> SampleCoordinates? {
    // An infinite rectangle does not change pixel centres.
    if rect.prefix(2).allSatisfy({ $0 <= -Self.far }), rect.dropFirst(2).allSatisfy({ $0 >= Self.far }) { return self }
    guard let left = Self.whole(rect[0]), let bottom = Self.whole(rect[1]), let right = Self.whole(rect[2]),
      let top = Self.whole(rect[3]), left < right, bottom < top
    else { return nil }
    var result = self
    let (columns, rows) = (left...(right - 1), bottom...(top - 1))
    result.clamp = (clamp?.columns.clamped(into: columns) ?? columns, clamp?.rows.clamped(into: rows) ?? rows)
    return result
  }

  /// Returns an exact integer, or nil.
  static func whole(_ number: Float) -> Int? {
    number.magnitude <= reach && number.rounded() == number ? Int(number) : nil
  }

  /// A row step with these coordinates.
  var step: RowStep {
    var step = RowStep()
    (step.dx, step.dy) = (Int32(dx), Int32(dy))
    step.access = Int32(ACCESS_ROW)
    if let clamp {
      step.access = Int32(ACCESS_CLAMPED)
      (step.min_x, step.max_x) = (Int32(clamp.columns.lowerBound), Int32(clamp.columns.upperBound))
      (step.min_y, step.max_y) = (Int32(clamp.rows.lowerBound), Int32(clamp.rows.upperBound))
    }
    return step
  }
}

extension ClosedRange<Int> {
  fileprivate func moved(by distance: Int) -> Self { (lowerBound + distance)...(upperBound + distance) }

  /// Returns the range with both ends clamped to another range.
  fileprivate func clamped(into other: Self) -> Self {
    func clamp(_ position: Int) -> Int { Swift.min(Swift.max(position, other.lowerBound), other.upperBound) }
    return clamp(lowerBound)...clamp(upperBound)
  }
}
