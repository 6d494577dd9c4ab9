/// Columns and rows of a node's points.
struct OpaqueArea: Equatable {
  var columns: Range<Int>
  var rows: Range<Int>

  /// As far as nodes go that have no end.
  static let far = 1 << 23
  static let all = OpaqueArea(columns: -far..<far, rows: -far..<far)
  static let none = OpaqueArea(columns: 0..<0, rows: 0..<0)

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }

  func intersection(_ other: OpaqueArea) -> OpaqueArea {
    OpaqueArea(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  func moved(by x: Int, _ y: Int) -> OpaqueArea {
    OpaqueArea(
      columns: (columns.lowerBound + x)..<(columns.upperBound + x), rows: (rows.lowerBound + y)..<(rows.upperBound + y))
  }
}
