import CVideo
import CoreMedia
import Foundation
import Synchronization

/// An export with encoding: a thread that reads and decodes, the composition's queue, and a thread that encodes and
/// writes.
final class ExportJob: RunningExport, @unchecked Sendable {
  private let plan: ExportPlan
  private let queue: ExportQueue
  private let counter = ExportCounter()
  private let decoder: any FrameSource
  private let hasRead = DispatchSemaphore(value: 0)
  private let fraction = Mutex(0.0)
  private let reachedTime = Mutex(CMTime.zero)
  /// The output file while it is being written.
  private let file = Mutex<OutputFile?>(nil)

  init(_ plan: ExportPlan) throws(AVError) {
    self.plan = plan
    queue = ExportQueue(counter)
    decoder = try plan.frames()
    reachedTime.withLock { $0 = plan.range.start }
  }

  /// The end of the last written frame, in the asset's times.
  var reached: CMTime { reachedTime.withLock { $0 } }

  var statistics: ExportStatistics { counter.statistics }

  /// The fraction that is written, 0 to 1.
  var progress: Double { fraction.withLock { $0 } }

  /// Cancels the export. It ends after the frame that is being encoded.
  func cancel() {
    queue.fail(CancellationError())
    decoder.stop()
    file.withLock { $0 }?.stop()
  }

  /// Starts the export's threads. Calls `end` on one of them after both have finished and a partial file is removed.
  func start(_ end: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    Self.thread("AVFoundation.write") { [self] in
      let result = Result {
        do {
          try run()
        } catch let error as AVError {
          throw error.at(plan.output, reached)
        }
      }
      fraction.withLock { if case .success = result { $0 = 1 } }
      end(result)
    }
  }

  private func run() throws {
    try decoder.open(passing: plan.passed)
    let output = try ExportOutput(plan, copying: decoder.media)
    file.withLock { $0 = output.file }
    // The output object is deallocated at the end, which removes an incomplete file.
    defer { file.withLock { $0 = nil } }
    let renderer = try FrameRenderer(plan, queue, counter)
    Self.thread("AVFoundation.read") { [self] in
      read(renderer)
      hasRead.signal()
    }
    do {
      try write(output)
    } catch {
      // Wakes the reading thread if it waits for space in the queue.
      queue.fail(error)
      decoder.stop()
      hasRead.wait()
      // Waits for a running handler, whose answer is ignored. No further handlers are called.
      plan.composition?.queue.sync {}
      queue.drain()
      throw error
    }
    if output.isLong {
      queue.fail(CancellationError())
      decoder.stop()
    }
    hasRead.wait()
    queue.drain()
    guard counter.statistics.framesOut > 0 else { throw plan.nothingInRange() }
    try output.finish()
  }

  private func read(_ renderer: FrameRenderer) {
    var times = FrameTimes<DecodedFrame>(
      grid: plan.settings.hasOwnTimes ? plan.settings.frameDuration : nil, from: plan.range.start)
    func start(_ frames: [DecodedFrame]) -> Bool {
      frames.allSatisfy { source in
        let frame = ExportFrame(time: source.time, duration: source.duration)
        counter.frameBegins()
        guard queue.add(frame) else { return false }
        renderer.start(source, frame)
        return true
      }
    }
    do {
      while let item = try counter.time(\.decodeMilliseconds, { try decoder.next() }) {
        switch item {
        case .frame(let frame):
          counter.count {
            $0.framesIn += 1
            $0.copiedBytes += frame.copiedBytes
          }
          if !start(times.add(frame)) { return }
        case .packet(let packet, let facts): if !queue.add(packet, facts) { return }
        }
      }
      if start(times.finish()) { queue.complete() }
    } catch {
      queue.fail(error)
    }
  }

  private func write(_ output: ExportOutput) throws {
    while !output.isLong, let item = try queue.next() {
      switch item {
      case .packet(let packet, let facts): try output.write(packet, facts)
      case .frame(let frame):
        let pixels = try queue.pixels(of: frame)
        let isWritten = try counter.time(\.encodeMilliseconds) {
          try output.write(pixels, at: frame.time, for: frame.duration, counter)
        }
        reachedTime.withLock { $0 = max($0, frame.time + frame.duration) }
        counter.count { if isWritten { $0.framesOut += 1 } else { $0.framesDropped += 1 } }
        queue.remove(frame)
        let written =
          (frame.time + frame.duration - plan.range.start).seconds / plan.duration.seconds
        // 1 is reported only when the file is complete.
        fraction.withLock { if written.isFinite { $0 = max($0, min(written, 0.999)) } }
      }
    }
  }
}
