import CStages

/// Where points of a block lie that is made row by row: at its own points, moved by whole pixels, and then perhaps to
/// the nearest pixel of a rectangle.
struct SampleCoordinates {
  var dx = 0
  var dy = 0
  /// The columns and rows that there are.
  var clamp: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?

  /// Where a side is nowhere.
  private static let far: Float = 536_870_912
  /// Whole pixels up to which floats hold the centres of pixels.
  private static let reach: Float = 4_194_304

  /// The points through a map; nil where that does more than move them by whole pixels.
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

  /// The nearest pixels of a rectangle; nil where it has none or its sides lie between pixels.
  func nearest(inside rect: [Float]) -> SampleCoordinates? {
    // What is so large is everywhere: pixel centres stay where they are.
    if rect.prefix(2).allSatisfy({ $0 <= -Self.far }), rect.dropFirst(2).allSatisfy({ $0 >= Self.far }) { return self }
    guard let left = Self.whole(rect[0]), let bottom = Self.whole(rect[1]), let right = Self.whole(rect[2]),
      let top = Self.whole(rect[3]), left < right, bottom < top
    else { return nil }
    var result = self
    let (columns, rows) = (left...(right - 1), bottom...(top - 1))
    result.clamp = (clamp?.columns.clamped(into: columns) ?? columns, clamp?.rows.clamped(into: rows) ?? rows)
    return result
  }

  static func whole(_ number: Float) -> Int? {
    number.magnitude <= reach && number.rounded() == number ? Int(number) : nil
  }

  /// As steps have it.
  var step: RowStep {
    var step = RowStep()
    (step.dx, step.dy) = (Int32(dx), Int32(dy))
    step.place = Int32(PLACE_ROW)
    if let clamp {
      step.place = Int32(PLACE_CLAMPED)
      (step.min_x, step.max_x) = (Int32(clamp.columns.lowerBound), Int32(clamp.columns.upperBound))
      (step.min_y, step.max_y) = (Int32(clamp.rows.lowerBound), Int32(clamp.rows.upperBound))
    }
    return step
  }
}

extension ClosedRange<Int> {
  fileprivate func moved(by distance: Int) -> Self { (lowerBound + distance)...(upperBound + distance) }

  /// Each end at the nearest place of the other range.
  fileprivate func clamped(into other: Self) -> Self {
    func near(_ place: Int) -> Int { Swift.min(Swift.max(place, other.lowerBound), other.upperBound) }
    return near(lowerBound)...near(upperBound)
  }
}
