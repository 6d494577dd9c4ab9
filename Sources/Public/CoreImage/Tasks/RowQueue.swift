import Dispatch
import Foundation
import ImageCodecs
import ImageGraph

/// Rows on their way into a file, written by another thread while the next ones are made.
///
/// Filled by one thread. Unchecked: what threads share is behind `condition`; the writer belongs to whoever set
/// `isWriting`.
final class RowQueue: @unchecked Sendable {
  private let writer: ImageFileWriter
  private let byteCount: Int
  private let condition = NSCondition()
  private var pieces: [PixelBuffer] = []
  private var waitingBytes = 0
  private var isWriting = false
  private var isQueued = false
  private var error: RenderError?
  private var encoding = Duration.zero
  private(set) var handingMilliseconds = 0.0
  private static let queue = DispatchQueue(label: "CoreImage.write", attributes: .concurrent)

  /// - Parameter byteCount: of rows that may wait; 0: rows are written where they are made.
  init(for writer: ImageFileWriter, byteCount: Int) { (self.writer, self.byteCount) = (writer, byteCount) }

  /// What the codec took.
  var encodeMilliseconds: Double { condition.withLock { encoding / .milliseconds(1) } }

  /// Takes the next rows; they are copied unless they are written at once.
  ///
  /// - Throws: what rows before them failed with.
  func write(_ strip: RenderedStrip) throws(RenderError) {
    let start = ContinuousClock.now
    defer { handingMilliseconds += (ContinuousClock.now - start) / .milliseconds(1) }
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

  /// Ends the file when all rows are in it.
  func finish() throws(RenderError) {
    drain()
    try check()
    let start = ContinuousClock.now
    try imageResult { () throws(CodecError) in try writer.finish() }
    condition.withLock { encoding += ContinuousClock.now - start }
  }

  /// Forgets what waits; nothing touches the writer after that.
  func stop() {
    condition.withLock {
      pieces = []
      while isWriting { condition.wait() }
      waitingBytes = 0
    }
  }

  private func add(_ piece: PixelBuffer) throws(RenderError) {
    let isNew = condition.withLock {
      pieces.append(piece)
      waitingBytes += piece.byteCount
      defer { isQueued = true }
      return !isQueued
    }
    if isNew { Self.queue.async { [self] in drain(isQueued: true) } }
    drain(until: byteCount)
    try check()
  }

  private func check() throws(RenderError) { if let error = condition.withLock({ error }) { throw error } }

  /// Writes until no more than so much waits, in turn with the other thread: this one goes on alone where the system
  /// gives no other.
  private func drain(until allowed: Int = 0, isQueued isOther: Bool = false) {
    condition.lock()
    while waitingBytes > allowed {
      if isWriting {
        condition.wait()
        continue
      }
      guard !pieces.isEmpty else { break }
      let piece = pieces.removeFirst()
      isWriting = true
      let isFailed = error != nil
      condition.unlock()
      var failure: RenderError?
      if !isFailed {
        do throws(RenderError) { try encode(PixelView(piece)) } catch { failure = error }
      }
      condition.lock()
      error = error ?? failure
      isWriting = false
      waitingBytes -= piece.byteCount
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
