import CoreImage
import Synchronization

/// Statistics of an export so far. Times of stages that overlap add up to more than the elapsed time.
package struct ExportStatistics: Sendable {
  /// Decoded frames in the range.
  package internal(set) var framesIn = 0
  /// Frames that were sent to the encoder.
  package internal(set) var framesOut = 0
  /// Frames whose times did not increase.
  package internal(set) var framesDropped = 0
  /// The time of reading and decoding.
  package internal(set) var decodeMilliseconds = 0.0
  /// The time from the handlers' calls to their answers.
  package internal(set) var handlerMilliseconds = 0.0
  /// The time of kernels on the device.
  package internal(set) var deviceMilliseconds = 0.0
  /// The time of encoding and writing.
  package internal(set) var encodeMilliseconds = 0.0
  /// The time for which the reading thread waited for space in the queue.
  package internal(set) var spaceWaitMilliseconds = 0.0
  /// The times for which the writing thread waited for the next item, and for handlers and renders of frames.
  package internal(set) var frameWaitMilliseconds = 0.0
  package internal(set) var renderWaitMilliseconds = 0.0
  /// The number of frames between the decoder and their release by the encoder: current, and maximum.
  var framesAlive = 0
  package internal(set) var mostFramesAlive = 0
  /// Bytes of planes that were copied on the CPU, because the layout of the decoder or encoder differs from that of
  /// kernels.
  package internal(set) var copiedBytes = 0
  /// Renders, and dispatches of their schedules.
  package internal(set) var renders = 0
  package internal(set) var dispatches = 0
  /// Dispatches that ran separately. The processor engine fuses dispatches that consume each other's rows into
  /// pipelines.
  package internal(set) var pipelines = 0
  /// Compiled kernels, and the number of the last render that compiled one, from 1.
  package internal(set) var kernels = 0
  package internal(set) var lastKernel = 0
}

/// A thread-safe counter of an export's statistics.
final class ExportCounter: Sendable {
  private let counts = Mutex(ExportStatistics())

  var statistics: ExportStatistics { counts.withLock { $0 } }

  func count(_ change: (inout ExportStatistics) -> Void) { counts.withLock { change(&$0) } }

  /// Counts a frame until `frameEnds`.
  func frameBegins() {
    counts.withLock {
      $0.framesAlive += 1
      $0.mostFramesAlive = max($0.mostFramesAlive, $0.framesAlive)
    }
  }

  func frameEnds() { counts.withLock { $0.framesAlive -= 1 } }

  /// Adds the time that `body` takes.
  func time<Result>(
    _ milliseconds: WritableKeyPath<ExportStatistics, Double>, _ body: () throws -> Result
  ) rethrows -> Result {
    let start = ContinuousClock.now
    defer { add(milliseconds, since: start) }
    return try body()
  }

  func add(_ milliseconds: WritableKeyPath<ExportStatistics, Double>, since start: ContinuousClock.Instant) {
    let passed = (ContinuousClock.now - start) / .milliseconds(1)
    counts.withLock { $0[keyPath: milliseconds] += passed }
  }

  func add(_ render: CIRenderInfo) {
    counts.withLock {
      $0.renders += 1
      $0.dispatches += render.passCount
      $0.pipelines += render.pipelineCount
      $0.kernels += render.statistics.programsCompiled
      if render.statistics.programsCompiled > 0 { $0.lastKernel = $0.renders }
      $0.deviceMilliseconds += render.kernelExecutionTime * 1000
    }
  }
}

extension CIRenderInfo {
  /// The number of dispatches that ran separately. The processor engine reports a time for one dispatch of each
  /// pipeline and none for the others.
  fileprivate var pipelineCount: Int {
    statistics.engine == .processor ? statistics.dispatchMilliseconds.count { $0 > 0 } : passCount
  }
}
