import Synchronization

/// Reads rows of one image. Used by one thread at a time.
package protocol RowReader: AnyObject {
  /// Fills rows, counted from the top, with all their pixels.
  func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError)
}

/// Reads any part of one image, without what lies beside it. Used by one thread at a time.
package protocol PartReader: RowReader {
  /// Fills rows, counted from the top, with their pixels of these columns.
  func read(
    _ rows: Range<Int>, columns: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int
  ) throws(RenderError)
}

/// The parts of large sources that one render has in memory: of each the one that was asked for last.
///
/// Parts that follow each other overlap where neighbourhoods reach; the rows that both have are read once.
package final class SourceWindows: Sendable {
  fileprivate struct Window {
    let reader: any RowReader
    var rows = 0..<0
    var columns = 0..<0
    var pixels: PixelBuffer?
  }

  private let windows = Mutex<[Source.Identity: Window]>([:])
  /// Bytes that may be read before they are asked for.
  private let aheadBytes: Int

  /// - Parameter readingAhead: bytes of one source, the first, that may be read before they are asked for, on another
  ///   thread.
  package init(readingAhead aheadBytes: Int = 0) { self.aheadBytes = aheadBytes }

  /// Rows and columns of a source, counted from its top left; rows are laid out as kernels expect them.
  ///
  /// - Throws: `image` and others when the source cannot be read; `unsupported` when it gives no parts.
  package func pixels(
    of source: Source, rows: Range<Int>, columns: Range<Int>
  ) throws(RenderError) -> PixelBuffer {
    try windows.withLock { (windows) throws(RenderError) -> PixelBuffer in
      var window: Window
      if let known = windows[source.identity] {
        window = known
      } else {
        guard let reader = try source.rowReader() else {
          throw .unsupported("\(source.label) comes whole, not in rows")
        }
        let readsAhead = windows.isEmpty && aheadBytes > 0 && !(reader is any PartReader)
        window = Window(reader: readsAhead ? ReadAhead(reader, of: source, byteCount: aheadBytes) : reader)
      }
      if let pixels = window.pixels, window.columns == columns, window.rows.contains(rows) {
        let first = rows.lowerBound - window.rows.lowerBound
        return pixels.part(rows: first..<first + rows.count, columns: 0..<pixels.width)
      }
      windows[source.identity] = nil
      let pixels = try window.moved(to: rows, columns, of: source)
      windows[source.identity] = window
      return pixels
    }
  }

  /// Bytes of the rows that the part has already and a next one needs too.
  package func sharedByteCount(of source: Source, rows: Range<Int>, columns: Range<Int>) -> Int {
    windows.withLock { windows in
      guard let window = windows[source.identity], let pixels = window.pixels, window.columns == columns,
        !window.rows.contains(rows)
      else { return 0 }
      return window.rows.clamped(to: rows).count * pixels.rowBytes
    }
  }

  /// Lets go of all parts; what is asked for next is read anew, by the same readers.
  package func empty() {
    windows.withLock { windows in
      for identity in windows.keys {
        windows[identity]!.pixels = nil
        windows[identity]!.rows = 0..<0
      }
    }
  }
}

extension SourceWindows.Window {
  /// Rows are read so many bytes at a time where only some of their columns are kept.
  private static let stepBytes = 4 << 20

  fileprivate mutating func moved(
    to rows: Range<Int>, _ columns: Range<Int>, of source: Source
  ) throws(RenderError) -> PixelBuffer {
    let pixelBytes = source.format.bytesPerPixel
    let next = try PixelBuffer(
      width: columns.count, height: rows.count, format: source.format,
      rowBytes: (columns.count + 3) / 4 * 4 * pixelBytes)
    var known = 0
    if let pixels, self.columns == columns, self.rows.contains(rows.lowerBound) {
      known = Swift.min(self.rows.upperBound - rows.lowerBound, rows.count)
      let first = rows.lowerBound - self.rows.lowerBound
      next.bytes.copyMemory(from: pixels.row(first), byteCount: known * next.rowBytes)
    }
    // The old part goes before the new one is filled: memory holds little more than one of them.
    pixels = nil
    let missing = rows.lowerBound + known..<rows.upperBound
    if !missing.isEmpty { try fill(next, from: known, with: missing, columns, of: source) }
    (self.rows, self.columns, pixels) = (rows, columns, next)
    return next
  }

  /// Reads rows of a source into a part of it, from the row `first` of that on.
  private func fill(
    _ next: PixelBuffer, from first: Int, with rows: Range<Int>, _ columns: Range<Int>, of source: Source
  ) throws(RenderError) {
    if let reader = reader as? any PartReader {
      return try reader.read(rows, columns: columns, into: next.row(first), rowBytes: next.rowBytes)
    }
    if columns == 0..<source.width {
      return try reader.read(rows, into: next.row(first), rowBytes: next.rowBytes)
    }
    let pixelBytes = source.format.bytesPerPixel
    let rowBytes = (source.width + 3) / 4 * 4 * pixelBytes
    let step = Swift.max(1, Self.stepBytes / rowBytes)
    let whole = UnsafeMutableRawPointer.allocate(byteCount: step * rowBytes, alignment: 64)
    defer { whole.deallocate() }
    for start in stride(from: 0, to: rows.count, by: step) {
      let count = Swift.min(step, rows.count - start)
      try reader.read(
        rows.lowerBound + start..<rows.lowerBound + start + count, into: whole, rowBytes: rowBytes)
      for row in 0..<count {
        next.row(first + start + row).copyMemory(
          from: whole + row * rowBytes + columns.lowerBound * pixelBytes, byteCount: columns.count * pixelBytes)
      }
    }
  }
}
