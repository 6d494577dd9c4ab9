import Foundation
import ImageGraph

/// The frames of a context: so many runs are under way at once, and no more. Who wants one waits for one that is done.
///
/// Unchecked: all that changes is behind `condition`.
final class FrameRing: @unchecked Sendable {
  /// Runs that may be in flight at once.
  let count: Int
  private let device: Device
  private let timesDispatches: Bool
  private let condition = NSCondition()
  private var idle: [Frame] = []
  private var lent = 0

  init(count: Int, device: Device, timesDispatches: Bool) {
    (self.count, self.device, self.timesDispatches) = (max(count, 1), device, timesDispatches)
  }

  /// A frame for one run, when one is free.
  func take() throws(RenderError) -> Frame {
    condition.lock()
    while lent >= count { condition.wait() }
    lent += 1
    let frame = idle.popLast()
    condition.unlock()
    if let frame { return frame }
    do {
      return try Frame(on: device, timesDispatches: timesDispatches)
    } catch {
      oneReturned(nil)
      throw error
    }
  }

  /// Takes a frame back, once the device is done with it. One that the device fails on is not used again.
  func giveBack(_ frame: Frame) {
    var result: Frame? = frame
    do { try frame.finish() } catch { result = nil }
    oneReturned(result)
  }

  private func oneReturned(_ frame: Frame?) {
    condition.lock()
    lent -= 1
    if let frame { idle.append(frame) }
    condition.signal()
    condition.unlock()
  }

  /// Records with `body` on a frame, runs the commands and waits for their end.
  func running(
    waits: [QueueSemaphore] = [], signals: [QueueSemaphore] = [], _ body: (Frame) throws(RenderError) -> Void
  ) throws(RenderError) {
    let frame = try take()
    defer { giveBack(frame) }
    try body(frame)
    try frame.submit(waits: waits, signals: signals)
    _ = try frame.wait()
  }

  /// Frames that runs hold at the moment.
  var lentCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return lent
  }

  func clear() {
    condition.lock()
    let freed = idle
    idle = []
    condition.unlock()
    withExtendedLifetime(freed) {}
  }
}
