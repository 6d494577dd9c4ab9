import CVideo
import CoreMedia
import Foundation
import Synchronization

/// One export: a thread that reads and decodes, the composition's queue, and a thread that encodes and writes.
final class ExportJob: RunningExport, @unchecked Sendable {
  private let plan: ExportPlan
  private let line: ExportQueue
  private let counter = ExportCounter()
  private let decoder: any FrameSource
  private let hasRead = DispatchSemaphore(value: 0)
  private let share = Mutex(0.0)
  private let reachedTime = Mutex(CMTime.zero)
  /// While it is written.
  private let file = Mutex<OutputFile?>(nil)

  init(_ plan: ExportPlan) throws(AVError) {
    self.plan = plan
    line = ExportQueue(counter)
    decoder = try plan.frames()
    reachedTime.withLock { $0 = plan.range.start }
  }

  /// The end of the last frame that was written, in the asset's times.
  var reached: CMTime { reachedTime.withLock { $0 } }

  var statistics: ExportStatistics { counter.statistics }

  /// The share that is written, 0 to 1.
  var progress: Double { share.withLock { $0 } }

  /// Ends it, as soon as the frame that is encoded now allows.
  func cancel() {
    line.fail(CancellationError())
    decoder.stop()
    file.withLock { $0 }?.stop()
  }

  /// Runs it on threads of its own; `end` is called on one of them when both are done and nothing is left behind.
  func start(_ end: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    Self.thread("AVFoundation.write") { [self] in
      let result = Result {
        do {
          try run()
        } catch let error as AVError {
          throw error.at(plan.output, reached)
        }
      }
      share.withLock { if case .success = result { $0 = 1 } }
      end(result)
    }
  }

  private func run() throws {
    try decoder.open(passing: plan.passed)
    let output = try ExportOutput(plan, copying: decoder.media)
    file.withLock { $0 = output.file }
    // It is gone with the output, where it is not whole.
    defer { file.withLock { $0 = nil } }
    let renderer = try FrameRenderer(plan, line, counter)
    Self.thread("AVFoundation.read") { [self] in
      read(renderer)
      hasRead.signal()
    }
    do {
      try write(output)
    } catch {
      // Who waits for room has to go.
      line.fail(error)
      decoder.stop()
      hasRead.wait()
      // A handler that was called answers to nobody; none is called any more.
      plan.composition?.queue.sync {}
      line.drain()
      throw error
    }
    if output.isLong {
      line.fail(CancellationError())
      decoder.stop()
    }
    hasRead.wait()
    line.drain()
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
        guard line.add(frame) else { return false }
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
        case .packet(let packet, let facts): if !line.add(packet, facts) { return }
        }
      }
      if start(times.finish()) { line.complete() }
    } catch {
      line.fail(error)
    }
  }

  private func write(_ output: ExportOutput) throws {
    while !output.isLong, let item = try line.next() {
      switch item {
      case .packet(let packet, let facts): try output.write(packet, facts)
      case .frame(let frame):
        let pixels = try line.pixels(of: frame)
        let isWritten = try counter.time(\.encodeMilliseconds) {
          try output.write(pixels, at: frame.time, for: frame.duration, counter)
        }
        reachedTime.withLock { $0 = max($0, frame.time + frame.duration) }
        counter.count { if isWritten { $0.framesOut += 1 } else { $0.framesDropped += 1 } }
        line.leave(frame)
        let written =
          (frame.time + frame.duration - plan.range.start).seconds / plan.duration.seconds
        // 1 only when the file is whole.
        share.withLock { if written.isFinite { $0 = max($0, min(written, 0.999)) } }
      }
    }
  }
}
