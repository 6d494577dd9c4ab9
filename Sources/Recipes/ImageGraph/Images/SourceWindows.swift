import Synchronization

/// A reader of the rows of an image. Used by one thread at a time.
package protocol RowReader: AnyObject {
  /// Reads whole rows, counted from the top.
  func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) throws(RenderError)
}

/// A reader that reads any rectangle of an image without the pixels outside of it. Used by one thread at a time.
package protocol PartReader: RowReader {
  /// Reads the pixels of these columns in rows counted from the top.
  func read(
    _ rows: Range<Int>, columns: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int
  ) throws(RenderError)
}

/// The windows of large sources that a render has in memory: for each source the last one that was read.
///
/// Consecutive windows overlap by the halos of neighbourhoods. The rows that both contain are read once.
package final class SourceWindows: Sendable {
  fileprivate struct Window {
    let reader: any RowReader
    var rows = 0..<0
    var columns = 0..<0
    var pixels: PixelBuffer?
  }

  private let windows = Mutex<[Source.Identity: Window]>([:])
  /// The bytes that may be prefetched.
  private let prefetchBytes: Int

  /// Creates an instance without windows.
  ///
  /// - Parameter prefetching: the bytes of the first source that may be prefetched on another thread.
  package init(prefetching prefetchBytes: Int = 0) { self.prefetchBytes = prefetchBytes }

  /// Returns rows and columns of a source, counted from its top left. Rows have the layout that kernels expect.
  ///
  /// - Throws: `image` and others if the source cannot be read; `unsupported` if it can only be read whole.
  package func pixels(
    of source: Source, rows: Range<Int>, columns: Range<Int>
  ) throws(RenderError) -> PixelBuffer {
    try windows.withLock { (windows) throws(RenderError) -> PixelBuffer in
      var window: Window
      if let existing = windows[source.identity] {
        window = existing
      } else {
        guard let reader = try source.rowReader() else {
          throw .unsupported("\(source.label) cannot be read in rows")
        }
        let prefetches = windows.isEmpty && prefetchBytes > 0 && !(reader is any PartReader)
        window = Window(reader: prefetches ? ReadAhead(reader, of: source, byteCount: prefetchBytes) : reader)
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

  /// Returns the bytes of the rows that the current window and a new one have in common.
  package func sharedByteCount(of source: Source, rows: Range<Int>, columns: Range<Int>) -> Int {
    windows.withLock { windows in
      guard let window = windows[source.identity], let pixels = window.pixels, window.columns == columns,
        !window.rows.contains(rows)
      else { return 0 }
      return window.rows.clamped(to: rows).count * pixels.rowBytes
    }
  }

  /// Releases the pixels of all windows. The readers are kept, and read the next window again.
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
  /// The bytes that are read at a time if only some columns are needed.
  private static let stepBytes = 4 << 20

  fileprivate mutating func moved(
    to rows: Range<Int>, _ columns: Range<Int>, of source: Source
  ) throws(RenderError) -> PixelBuffer {
    let pixelBytes = source.format.bytesPerPixel
    let next = try PixelBuffer(
      width: columns.count, height: rows.count, format: source.format,
      rowBytes: (columns.count + 3) / 4 * 4 * pixelBytes)
    var copied = 0
    if let pixels, self.columns == columns, self.rows.contains(rows.lowerBound) {
      copied = Swift.min(self.rows.upperBound - rows.lowerBound, rows.count)
      let first = rows.lowerBound - self.rows.lowerBound
      next.bytes.copyMemory(from: pixels.row(first), byteCount: copied * next.rowBytes)
    }
    // The old window is released before the new one is filled, so that memory holds little more than one of them.
    pixels = nil
    let missing = rows.lowerBound + copied..<rows.upperBound
    if !missing.isEmpty { try fill(next, from: copied, with: missing, columns, of: source) }
    (self.rows, self.columns, pixels) = (rows, columns, next)
    return next
  }

  /// Reads rows of a source into a window, from the window's row `first` on.
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
