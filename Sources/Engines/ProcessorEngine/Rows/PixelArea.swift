/// A rectangle of a node's points: columns and rows.
struct PixelArea: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  /// The extent of nodes without bounds.
  static let far = 1 << 23
  static let all = PixelArea(columns: -far..<far, rows: -far..<far)
  static let none = PixelArea(columns: 0..<0, rows: 0..<0)

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  func intersection(_ other: PixelArea) -> PixelArea {
    PixelArea(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  func moved(by x: Int, _ y: Int) -> PixelArea {
    PixelArea(
      columns: (columns.lowerBound + x)..<(columns.upperBound + x), rows: (rows.lowerBound + y)..<(rows.upperBound + y))
  }
}
