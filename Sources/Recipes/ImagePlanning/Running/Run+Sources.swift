import ImageGraph
import ImagePrograms

extension Run {
  /// The pixels of an image that is a source, from the part that is in memory where the whole is too large; nil for
  /// other images.
  ///
  /// - Parameters:
  ///   - spared: bytes that tiles leave to codecs.
  ///   - hold: counts bytes beside the run's for as long as what it returns lives.
  /// - Throws: what reading the source throws.
  package func pixels<Held>(
    of id: Schedule.ImageID, from windows: SourceWindows, sparing spared: Int, hold: (_ byteCount: Int) -> Held
  ) throws(RenderError) -> PixelBuffer? {
    let image = schedule.images[id]
    guard case .source(let source) = image.kind else { return nil }
    let (rows, columns) = image.place(in: source)
    guard let part = heldParts[source.identity] else {
      return try source.pixels().part(rows: rows, columns: columns)
    }
    let held = source.place(of: part)
    // Rows that the old part shares with the new one are in memory twice while it moves, beside what tiles leave to
    // codecs; what lies idle makes room.
    let shared = windows.sharedByteCount(of: source, rows: held.rows, columns: held.columns)
    let moving = hold(heldBytes.plus(shared + spared))
    defer { withExtendedLifetime(moving) {} }
    return try windows.pixels(of: source, rows: held.rows, columns: held.columns).part(
      rows: rows.offset(by: -held.rows.lowerBound), columns: columns.offset(by: -held.columns.lowerBound))
  }
}

extension Range<Int> {
  fileprivate func offset(by step: Int) -> Range { lowerBound + step..<upperBound + step }
}
