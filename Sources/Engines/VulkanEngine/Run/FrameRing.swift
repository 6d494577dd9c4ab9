import Foundation
import ImageGraph

/// The frames of a context, which limit the number of runs in flight. A run without a frame waits for a completed one.
///
/// Unchecked: `condition` protects all mutable state.
final class FrameRing: @unchecked Sendable {
  /// The maximum number of runs in flight.
  let count: Int
  private let device: Device
  private let timesDispatches: Bool
  private let condition = NSCondition()
  private var idle: [Frame] = []
  private var inUseFrames = 0

  init(count: Int, device: Device, timesDispatches: Bool) {
    (self.count, self.device, self.timesDispatches) = (max(count, 1), device, timesDispatches)
  }

  /// Returns a frame for a run. Waits until one is free.
  func acquire() throws(RenderError) -> Frame {
    condition.lock()
    while inUseFrames >= count { condition.wait() }
    inUseFrames += 1
    let frame = idle.popLast()
    condition.unlock()
    if let frame { return frame }
    do {
      return try Frame(on: device, timesDispatches: timesDispatches)
    } catch {
      frameReturned(nil)
      throw error
    }
  }

  /// Returns a frame to the ring, after the device has completed its commands. After a device error, the frame is
  /// destroyed.
  func release(_ frame: Frame) {
    var result: Frame? = frame
    do { try frame.finish() } catch { result = nil }
    frameReturned(result)
  }

  private func frameReturned(_ frame: Frame?) {
    condition.lock()
    inUseFrames -= 1
    if let frame { idle.append(frame) }
    condition.signal()
    condition.unlock()
  }

  /// Records commands with `body` in a frame, submits them and waits for their completion.
  func running(
    waits: [QueueSemaphore] = [], signals: [QueueSemaphore] = [], _ body: (Frame) throws(RenderError) -> Void
  ) throws(RenderError) {
    let frame = try acquire()
    defer { release(frame) }
    try body(frame)
    try frame.submit(waits: waits, signals: signals)
    _ = try frame.wait()
  }

  /// The number of frames that runs use at the moment.
  var inUseCount: Int {
    condition.lock()
    defer { condition.unlock() }
    return inUseFrames
  }

  func clear() {
    condition.lock()
    let freed = idle
    idle = []
    condition.unlock()
    withExtendedLifetime(freed) {}
  }
}
