import Dispatch
import Foundation

/// A reader in front of another: reads the rows behind those that were asked for, while nobody waits for them.
///
/// Errors of such rows are no errors until somebody asks for them.
final class ReadAhead: RowReader {
  private let ahead: Ahead
  private let height: Int
  /// Of rows as they are kept.
  private let rowBytes: Int
  private let mostRows: Int

  /// - Parameter byteCount: of the rows that are kept.
  init(_ reader: any RowReader, of source: Source, byteCount: Int) {
    rowBytes = (source.width + 3) / 4 * 4 * source.format.bytesPerPixel
    (height, mostRows) = (source.height, byteCount / rowBytes)
    ahead = Ahead(reader, byteCount: mostRows * rowBytes)
  }

  func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes pitch: Int) throws(RenderError) {
    ahead.settle()
    var next = rows.lowerBound
    if ahead.rows.contains(next), pitch == rowBytes {
      let known = next..<min(ahead.rows.upperBound, rows.upperBound)
      bytes.copyMemory(
        from: ahead.memory + (next - ahead.firstRow) * rowBytes, byteCount: known.count * rowBytes)
      next = known.upperBound
      ahead.rows = next..<ahead.rows.upperBound
    } else {
      ahead.rows = 0..<0
    }
    if next < rows.upperBound {
      try ahead.reader.read(next..<rows.upperBound, into: bytes + (next - rows.lowerBound) * pitch, rowBytes: pitch)
    }
    // What is asked for next is about as much as now.
    let last = min(rows.upperBound + min(rows.count, mostRows), height)
    if ahead.rows.isEmpty, rows.upperBound < last { ahead.begin(rows.upperBound..<last, rowBytes: rowBytes) }
  }
}

/// Rows that are read before they are needed.
///
/// Unchecked: `phase` and `wanted` are behind `condition`; the phase says which thread has the rest.
private final class Ahead: @unchecked Sendable {
  private enum Phase {
    case idle, queued, reading
  }

  let reader: any RowReader
  let memory: UnsafeMutableRawPointer
  /// What is in memory, from row `firstRow` on.
  var rows = 0..<0
  private(set) var firstRow = 0
  private let condition = NSCondition()
  private var phase = Phase.idle
  private var wanted = 0..<0
  private static let queue = DispatchQueue(label: "CoreImage.read", attributes: .concurrent)

  init(_ reader: any RowReader, byteCount: Int) {
    self.reader = reader
    memory = .allocate(byteCount: max(byteCount, 1), alignment: 64)
  }

  deinit { memory.deallocate() }

  func begin(_ rows: Range<Int>, rowBytes: Int) {
    condition.withLock { (phase, wanted) = (.queued, rows) }
    Self.queue.async { [self] in
      // Whichever of these comes first reads what is wanted then: one that came too late may still be in the queue.
      guard let wanted = condition.withLock({ claimed() }) else { return }
      (self.rows, firstRow) = (0..<0, wanted.lowerBound)
      // The reader says the same again when the rows are asked for.
      if (try? reader.read(wanted, into: memory, rowBytes: rowBytes)) != nil { self.rows = wanted }
      condition.withLock {
        phase = .idle
        condition.broadcast()
      }
    }
  }

  private func claimed() -> Range<Int>? {
    guard phase == .queued else { return nil }
    phase = .reading
    return wanted
  }

  /// Waits until nobody else reads. What has not begun will not: there may be no thread for it.
  func settle() {
    condition.withLock {
      if phase == .queued { phase = .idle }
      while phase != .idle { condition.wait() }
    }
  }
}
