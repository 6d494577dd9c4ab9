import CoreMedia
import Foundation

/// Where samples come from. For one thread, but for `stop`.
protocol SampleSource: AnyObject, Sendable {
  /// Opens what is read; takes as long as the disk does.
  func open() throws

  /// The next sample; nil behind the last one.
  func next() throws -> CMSampleBuffer?

  /// Makes what runs now, and all that follows, fail. From any thread.
  func stop()
}

/// Reads samples on a thread of its own, a few ahead of who takes them.
final class SamplePrefetcher: @unchecked Sendable {
  private let depth: Int
  private let condition = NSCondition()
  /// Until it has given all: it has a file open.
  private var source: (any SampleSource)?
  private var waiting: [CMSampleBuffer] = []
  private var outcome: Result<Void, any Error>?
  private var isStopped = false

  /// - Parameter depth: how many samples wait at most.
  init(_ source: any SampleSource, depth: Int) {
    (self.source, self.depth) = (source, depth)
    let thread = Thread { self.run(source) }
    thread.name = "AVFoundation.samples"
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Ends the thread, as soon as the sample that is read now allows.
  func stop() {
    let source = condition.withLock {
      isStopped = true
      waiting = []
      condition.broadcast()
      return self.source
    }
    source?.stop()
  }

  /// Waits for the next sample; nil behind the last one, and once it was stopped.
  ///
  /// - Throws: why there is none; samples before it were all given.
  func next() throws -> CMSampleBuffer? {
    try condition.withLock {
      while waiting.isEmpty, outcome == nil, !isStopped { condition.wait() }
      if isStopped { return nil }
      if waiting.isEmpty {
        try outcome?.get()
        return nil
      }
      defer { condition.broadcast() }
      return waiting.removeFirst()
    }
  }

  private func run(_ source: any SampleSource) {
    let outcome = Result {
      try source.open()
      while let sample = try source.next(), give(sample) {}
    }
    condition.withLock {
      (self.outcome, self.source) = (outcome, nil)
      condition.broadcast()
    }
  }

  /// Waits for room. False when nobody wants more.
  private func give(_ sample: CMSampleBuffer) -> Bool {
    condition.withLock {
      while waiting.count >= depth, !isStopped { condition.wait() }
      if isStopped { return false }
      waiting.append(sample)
      condition.broadcast()
      return true
    }
  }
}
