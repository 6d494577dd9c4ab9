import CoreImage
import Synchronization

/// What an export took so far. Milliseconds of stages that work at the same time add up to more than what passed.
package struct ExportStatistics: Sendable {
  /// Frames that were decoded and are in the range.
  package internal(set) var framesIn = 0
  /// Frames that the encoder got.
  package internal(set) var framesOut = 0
  /// Frames that did not come behind the one before.
  package internal(set) var framesDropped = 0
  /// Reading and decoding.
  package internal(set) var decodeMilliseconds = 0.0
  /// From a handler's call to its answer.
  package internal(set) var handlerMilliseconds = 0.0
  /// Kernels on the device.
  package internal(set) var deviceMilliseconds = 0.0
  /// Encoding and writing.
  package internal(set) var encodeMilliseconds = 0.0
  /// What who reads waited until there was room for a frame or a packet.
  package internal(set) var roomMilliseconds = 0.0
  /// What who writes waited for the next frame or packet to come, and for a frame's handler and render.
  package internal(set) var frameWaitMilliseconds = 0.0
  package internal(set) var renderWaitMilliseconds = 0.0
  /// Frames at the same time, from the decoder until the encoder has let go of them: now, and at most.
  var framesAlive = 0
  package internal(set) var mostFramesAlive = 0
  /// Bytes of planes that were copied on the processor: where a decoder's or an encoder's planes lie in another order
  /// than a kernel's.
  package internal(set) var copiedBytes = 0
  /// Renders, and the dispatches of their schedules.
  package internal(set) var renders = 0
  package internal(set) var dispatches = 0
  /// What ran of these by itself: on the processor dispatches that follow each other's rows are one pipeline.
  package internal(set) var pipelines = 0
  /// Kernels that were made, and the number of the last render that needed one, from 1 on.
  package internal(set) var kernels = 0
  package internal(set) var lastKernel = 0
}

/// Counts of an export, for all of its threads.
final class ExportCounter: Sendable {
  private let counts = Mutex(ExportStatistics())

  var statistics: ExportStatistics { counts.withLock { $0 } }

  func count(_ change: (inout ExportStatistics) -> Void) { counts.withLock { change(&$0) } }

  /// A frame comes alive, until `frameEnds`.
  func frameBegins() {
    counts.withLock {
      $0.framesAlive += 1
      $0.mostFramesAlive = max($0.mostFramesAlive, $0.framesAlive)
    }
  }

  func frameEnds() { counts.withLock { $0.framesAlive -= 1 } }

  /// Adds the time that work takes.
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
  /// Dispatches that ran by themselves. The processor has a time for each pipeline, at one of its dispatches; those
  /// that ran with it have none.
  fileprivate var pipelineCount: Int {
    statistics.engine == .processor ? statistics.dispatchMilliseconds.count { $0 > 0 } : passCount
  }
}
