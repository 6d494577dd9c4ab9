/// The coverage of an image by one plane: groups of pixels, each of a fixed number of bytes, consecutive in a row.
package struct PlaneShape: Hashable, Sendable {
  /// The number of adjacent pixels of a row in a group.
  package let columns: Int
  /// The number of image rows in a row of the plane.
  package let rows: Int
  /// The number of bytes of a group.
  package let bytes: Int

  package init(columns: Int = 1, rows: Int = 1, bytes: Int) {
    (self.columns, self.rows, self.bytes) = (columns, rows, bytes)
  }

  /// Returns the number of groups in a row for an image of this width, including a partial last group.
  package func groups(ofWidth width: Int) -> Int { (width - 1) / columns + 1 }

  /// Returns the number of rows of the plane for an image of this height, including a partial last row.
  package func rows(ofHeight height: Int) -> Int { (height - 1) / rows + 1 }
}
