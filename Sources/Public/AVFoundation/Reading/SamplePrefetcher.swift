import CoreMedia
import Foundation

/// A source of samples. For one thread, except for `stop`.
protocol SampleSource: AnyObject, Sendable {
  /// Opens the input; blocks on the disk.
  func open() throws

  /// Returns the next sample, or nil after the last one.
  func next() throws -> CMSampleBuffer?

  /// Makes the current operation and all later ones fail. May be called from any thread.
  func stop()
}

/// A thread that reads samples a few ahead of their consumer.
final class SamplePrefetcher: @unchecked Sendable {
  private let depth: Int
  private let condition = NSCondition()
  /// The source, which has a file open; nil when all samples were read.
  private var source: (any SampleSource)?
  private var waiting: [CMSampleBuffer] = []
  private var outcome: Result<Void, any Error>?
  private var isStopped = false

  /// - Parameter depth: the greatest number of waiting samples.
  init(_ source: any SampleSource, depth: Int) {
    (self.source, self.depth) = (source, depth)
    let thread = Thread { self.run(source) }
    thread.name = "AVFoundation.samples"
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Ends the thread after the sample that is being read.
  func stop() {
    let source = condition.withLock {
      isStopped = true
      waiting = []
      condition.broadcast()
      return self.source
    }
    source?.stop()
  }

  /// Waits for the next sample. Returns nil after the last one, and after `stop`.
  ///
  /// - Throws: the error of the source, after all samples before it were returned.
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
      while let sample = try source.next(), enqueue(sample) {}
    }
    condition.withLock {
      (self.outcome, self.source) = (outcome, nil)
      condition.broadcast()
    }
  }

  /// Waits for space and adds a sample. Returns false after `stop`.
  private func enqueue(_ sample: CMSampleBuffer) -> Bool {
    condition.withLock {
      while waiting.count >= depth, !isStopped { condition.wait() }
      if isStopped { return false }
      waiting.append(sample)
      condition.broadcast()
      return true
    }
  }
}
