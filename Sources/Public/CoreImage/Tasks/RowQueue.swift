import Dispatch
import Foundation
import ImageCodecs
import ImageGraph

/// A queue of rows that another thread encodes into a file while the next ones are rendered.
///
/// Rows are added by one thread. Unchecked: `condition` protects the shared state, and the writer belongs to the thread
/// that set `isWriting`.
final class RowQueue: @unchecked Sendable {
  private let writer: ImageFileWriter
  private let byteCount: Int
  private let condition = NSCondition()
  private var chunks: [PixelBuffer] = []
  private var waitingBytes = 0
  private var isWriting = false
  private var isQueued = false
  private var error: RenderError?
  private var encoding = Duration.zero
  private(set) var blockedMilliseconds = 0.0
  private static let queue = DispatchQueue(label: "CoreImage.write", attributes: .concurrent)

  /// - Parameter byteCount: the capacity of the queue. If it is 0, rows are encoded on the thread that adds them.
  init(for writer: ImageFileWriter, byteCount: Int) { (self.writer, self.byteCount) = (writer, byteCount) }

  /// The time that the codec took.
  var encodeMilliseconds: Double { condition.withLock { encoding / .milliseconds(1) } }

  /// Adds the next rows. They are copied unless they are encoded immediately.
  ///
  /// - Throws: the error of encoding earlier rows.
  func write(_ strip: RenderedStrip) throws(RenderError) {
    let start = ContinuousClock.now
    defer { blockedMilliseconds += (ContinuousClock.now - start) / .milliseconds(1) }
    let rowBytes = strip.width * strip.format.bytesPerPixel
    if byteCount < 2 * rowBytes || strip.height == writer.shape.height {
      try encode(strip.view)
      return
    }
    let step = byteCount / 2 / rowBytes
    for first in stride(from: 0, to: strip.height, by: step) {
      let count = min(step, strip.height - first)
      let rows = try PixelBuffer(width: strip.width, height: count, format: strip.format)
      for row in 0..<count {
        rows.row(row).copyMemory(from: strip.rows + (first + row) * strip.rowBytes, byteCount: rowBytes)
      }
      try add(rows)
    }
  }

  /// Finishes the file after all rows are encoded.
  func finish() throws(RenderError) {
    drain()
    try check()
    let start = ContinuousClock.now
    try imageResult { () throws(CodecError) in try writer.finish() }
    condition.withLock { encoding += ContinuousClock.now - start }
  }

  /// Removes all waiting rows. The writer is not used after that.
  func stop() {
    condition.withLock {
      chunks = []
      while isWriting { condition.wait() }
      waitingBytes = 0
    }
  }

  private func add(_ chunk: PixelBuffer) throws(RenderError) {
    let isNew = condition.withLock {
      chunks.append(chunk)
      waitingBytes += chunk.byteCount
      defer { isQueued = true }
      return !isQueued
    }
    if isNew { Self.queue.async { [self] in drain(isQueued: true) } }
    drain(until: byteCount)
    try check()
  }

  private func check() throws(RenderError) { if let error = condition.withLock({ error }) { throw error } }

  /// Encodes rows until at most `allowed` bytes wait, in turns with the other thread. If the system provides no other
  /// thread, this one encodes all of them.
  private func drain(until allowed: Int = 0, isQueued isOther: Bool = false) {
    condition.lock()
    while waitingBytes > allowed {
      if isWriting {
        condition.wait()
        continue
      }
      guard !chunks.isEmpty else { break }
      let chunk = chunks.removeFirst()
      isWriting = true
      let isFailed = error != nil
      condition.unlock()
      var failure: RenderError?
      if !isFailed {
        do throws(RenderError) { try encode(PixelView(chunk)) } catch { failure = error }
      }
      condition.lock()
      error = error ?? failure
      isWriting = false
      waitingBytes -= chunk.byteCount
      condition.broadcast()
    }
    if isOther { isQueued = false }
    condition.unlock()
  }

  private func encode(_ rows: PixelView) throws(RenderError) {
    let start = ContinuousClock.now
    try imageResult { () throws(CodecError) in try writer.write(rows) }
    condition.withLock { encoding += ContinuousClock.now - start }
  }
}

extension PixelView {
  fileprivate init(_ pixels: PixelBuffer) {
    self.init(
      pixels.bytes, width: pixels.width, height: pixels.height, rowBytes: pixels.rowBytes,
      layout: ComponentLayout(pixels.format))
  }
}
