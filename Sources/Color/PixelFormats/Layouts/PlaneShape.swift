/// How one plane covers an image: in groups of pixels, each of so many bytes, one after another in a row.
package struct PlaneShape: Hashable, Sendable {
  /// Pixels of the image beside each other in a group.
  package let columns: Int
  /// Rows of the image in a row of the plane.
  package let rows: Int
  /// Bytes of a group.
  package let bytes: Int

  package init(columns: Int = 1, rows: Int = 1, bytes: Int) {
    (self.columns, self.rows, self.bytes) = (columns, rows, bytes)
  }

  /// Groups in a row for an image of this width: a last group that is not full counts.
  package func groups(ofWidth width: Int) -> Int { (width - 1) / columns + 1 }

  /// Rows of the plane for an image of this height: a last row that is not full counts.
  package func rows(ofHeight height: Int) -> Int { (height - 1) / rows + 1 }
}
