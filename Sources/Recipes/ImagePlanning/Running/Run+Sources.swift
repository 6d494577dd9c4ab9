import ImageGraph
import ImagePrograms

extension Run {
  /// Returns the pixels of a source image, from the window in memory if the whole is too large. Returns nil for other
  /// images.
  ///
  /// - Parameters:
  ///   - reserve: the bytes that tiles leave to codecs.
  ///   - hold: counts bytes in addition to the run's, as long as its result is retained.
  /// - Throws: the errors of reading the source.
  package func pixels<Held>(
    of id: Schedule.ImageID, from windows: SourceWindows, reserving reserve: Int, hold: (_ byteCount: Int) -> Held
  ) throws(RenderError) -> PixelBuffer? {
    let image = schedule.images[id]
    guard case .source(let source) = image.kind else { return nil }
    let (rows, columns) = image.rowsAndColumns(in: source)
    guard let part = heldParts[source.identity] else {
      return try source.pixels().part(rows: rows, columns: columns)
    }
    let held = source.rowsAndColumns(of: part)
    // While a window moves, the rows that both windows share are in memory twice, in addition to the reserve for
    // codecs. Idle blocks are freed for them.
    let shared = windows.sharedByteCount(of: source, rows: held.rows, columns: held.columns)
    let moving = hold(heldBytes.plus(shared + reserve))
    defer { withExtendedLifetime(moving) {} }
    return try windows.pixels(of: source, rows: held.rows, columns: held.columns).part(
      rows: rows.offset(by: -held.rows.lowerBound), columns: columns.offset(by: -held.columns.lowerBound))
  }
}

extension Range<Int> {
  fileprivate func offset(by step: Int) -> Range { lowerBound + step..<upperBound + step }
}
