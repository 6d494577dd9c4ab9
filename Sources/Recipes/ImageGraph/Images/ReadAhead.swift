import Dispatch
import Foundation

/// A reader that prefetches rows on another thread, after those that were read last.
///
/// Errors of prefetched rows are reported when the rows are read.
final class ReadAhead: RowReader {
  private let prefetched: PrefetchedRows
  private let height: Int
  /// The row stride of the prefetched rows.
  private let rowBytes: Int
  private let maximumRows: Int

  /// Creates a reader.
  ///
  /// - Parameter byteCount: the maximum number of prefetched bytes.
  init(_ reader: any RowReader, of source: Source, byteCount: Int) {
    rowBytes = (source.width + 3) / 4 * 4 * source.format.bytesPerPixel
    (height, maximumRows) = (source.height, byteCount / rowBytes)
    prefetched = PrefetchedRows(reader, byteCount: maximumRows * rowBytes)
  }

  func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes pitch: Int) throws(RenderError) {
    prefetched.finish()
    var next = rows.lowerBound
    if prefetched.rows.contains(next), pitch == rowBytes {
      let available = next..<min(prefetched.rows.upperBound, rows.upperBound)
      bytes.copyMemory(
        from: prefetched.memory + (next - prefetched.firstRow) * rowBytes, byteCount: available.count * rowBytes)
      next = available.upperBound
      prefetched.rows = next..<prefetched.rows.upperBound
    } else {
      prefetched.rows = 0..<0
    }
    if next < rows.upperBound {
      try prefetched.reader.read(
        next..<rows.upperBound, into: bytes + (next - rows.lowerBound) * pitch, rowBytes: pitch)
    }
    // The next read is expected to have about as many rows.
    let last = min(rows.upperBound + min(rows.count, maximumRows), height)
    if prefetched.rows.isEmpty, rows.upperBound < last { prefetched.begin(rows.upperBound..<last, rowBytes: rowBytes) }
  }
}

/// Prefetched rows, and the work that reads them.
///
/// Unchecked: `condition` protects `phase` and `requested`. The phase determines which thread owns the other
/// properties.
private final class PrefetchedRows: @unchecked Sendable {
  private enum Phase {
    case idle, queued, reading
  }

  let reader: any RowReader
  let memory: UnsafeMutableRawPointer
  /// The rows in memory, which begins with row `firstRow`.
  var rows = 0..<0
  private(set) var firstRow = 0
  private let condition = NSCondition()
  private var phase = Phase.idle
  private var requested = 0..<0
  private static let queue = DispatchQueue(label: "CoreImage.read", attributes: .concurrent)

  init(_ reader: any RowReader, byteCount: Int) {
    self.reader = reader
    memory = .allocate(byteCount: max(byteCount, 1), alignment: 64)
  }

  deinit { memory.deallocate() }

  func begin(_ rows: Range<Int>, rowBytes: Int) {
    condition.withLock { (phase, requested) = (.queued, rows) }
    Self.queue.async { [self] in
      // The first block to run reads the current request. A block of an earlier request may still be in the queue.
      guard let requested = condition.withLock({ claimed() }) else { return }
      (self.rows, firstRow) = (0..<0, requested.lowerBound)
      // If the rows are needed, the reader is called again and reports the error.
      if (try? reader.read(requested, into: memory, rowBytes: rowBytes)) != nil { self.rows = requested }
      condition.withLock {
        phase = .idle
        condition.broadcast()
      }
    }
  }

  private func claimed() -> Range<Int>? {
    guard phase == .queued else { return nil }
    phase = .reading
    return requested
  }

  /// Waits for the reader to finish. A queued request that has not begun is cancelled, as there may be no thread for
  /// it.
  func finish() {
    condition.withLock {
      if phase == .queued { phase = .idle }
      while phase != .idle { condition.wait() }
    }
  }
}
