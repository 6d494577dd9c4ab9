import Dispatch
import Foundation

/// A copy of rows of pixels.
///
/// Unchecked: each thread copies its own rows.
package struct RowCopy: @unchecked Sendable {
  package var count: Int
  /// The bytes of each row.
  package var byteCount: Int
  package var source: UnsafeRawPointer
  /// The stride between rows, in bytes. Negative if rows are stored bottom first.
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

  /// A single thread does not saturate the memory bandwidth of machines with many cores. Copies of more bytes are
  /// divided.
  private static let bytesPerThread = 4 << 20
  private static let maximumThreads = 8

  package func run() { Self.inChunks(count, of: byteCount, copy) }

  /// Calls `write` for chunks of the rows, on several threads if there are many bytes.
  ///
  /// - Parameters:
  ///   - byteCount: the bytes of each row.
  ///   - write: called once for each chunk of rows, on any thread.
  package static func inChunks(_ count: Int, of byteCount: Int, _ write: @Sendable (Range<Int>) -> Void) {
    let threads = min(
      count, count * byteCount / bytesPerThread, maximumThreads, ProcessInfo.processInfo.activeProcessorCount)
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
