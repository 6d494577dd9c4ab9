import Dispatch
import Foundation

/// Rows of pixels that are copied from one place to another.
///
/// Unchecked: each thread has rows of its own.
package struct RowCopy: @unchecked Sendable {
  package var count: Int
  /// Of each row.
  package var byteCount: Int
  package var source: UnsafeRawPointer
  /// Bytes from one row to the next; negative where rows go up.
  package var sourcePitch: Int
  package var target: UnsafeMutableRawPointer
  package var targetPitch: Int

  package init(
    _ count: Int, of byteCount: Int, from source: UnsafeRawPointer, _ sourcePitch: Int,
    to target: UnsafeMutableRawPointer, _ targetPitch: Int
  ) {
    (self.count, self.byteCount, self.source, self.sourcePitch) = (count, byteCount, source, sourcePitch)
    (self.target, self.targetPitch) = (target, targetPitch)
  }

  /// One thread alone does not fill the way to memory where there are many: what has more bytes than this is shared.
  private static let bytesPerThread = 4 << 20
  private static let mostThreads = 8

  package func run() { Self.share(count, of: byteCount, copy) }

  /// Has all rows written, by several threads where there are many bytes.
  ///
  /// - Parameters:
  ///   - byteCount: of each row.
  ///   - write: called with each part of the rows, on any thread.
  package static func share(_ count: Int, of byteCount: Int, _ write: @Sendable (Range<Int>) -> Void) {
    let threads = min(
      count, count * byteCount / bytesPerThread, mostThreads, ProcessInfo.processInfo.activeProcessorCount)
    if threads <= 1 { return write(0..<count) }
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      write(count * thread / threads..<count * (thread + 1) / threads)
    }
  }

  private func copy(_ rows: Range<Int>) {
    if sourcePitch == byteCount, targetPitch == byteCount {
      (target + rows.lowerBound * byteCount).copyMemory(
        from: source + rows.lowerBound * byteCount, byteCount: rows.count * byteCount)
      return
    }
    for row in rows {
      (target + row * targetPitch).copyMemory(from: source + row * sourcePitch, byteCount: byteCount)
    }
  }
}
