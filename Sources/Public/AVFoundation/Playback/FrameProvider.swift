import CoreMedia
import Foundation

/// A decoder thread of an item that runs a few frames ahead of the display, and has the composition filter the frames.
///
/// Each seek has a number, its generation. Frames of older generations are dropped.
final class FrameProvider: @unchecked Sendable {
  /// A position to seek to.
  enum Target {
    /// The frame that is shown at a time, or one that is at most `before` earlier.
    case at(CMTime, before: CMTime)
    /// The frame that is `count` frames before the one at a time.
    case before(CMTime, count: Int)
  }

  /// The number of frames between the decoder and the display.
  private static let depth = 4
  /// The longest time without a shown frame, even if all frames are late.
  private static let longestGap = Duration.milliseconds(500)

  private let source: AssetFrameSource
  private let onChange: @Sendable () -> Void
  private let condition = NSCondition()
  // The properties below are guarded by the condition.
  private var queue: [PlayerFrame] = []
  private var target: Target? = .at(.zero, before: .zero)
  private var generation = 0
  private var hasEnded = false
  private var failure: AVError?
  private var isStopped = false
  private var changes = 0
  private var timeline = Timeline()
  /// The range that is repeated, and the number of repetitions of the reading thread and of the current time.
  private var loop: CMTimeRange?
  private var readLap = 0
  private var shownLap = 0
  private var composition: AVVideoComposition?
  private var dropped = 0
  private var lastEnqueued = ContinuousClock.now
  private var hasFinished = false
  private weak var thread: Thread?

  init(
    _ source: AssetFrameSource, _ composition: AVVideoComposition?, from start: CMTime,
    onChange: @escaping @Sendable () -> Void
  ) {
    (self.source, self.composition, self.onChange) = (source, composition, onChange)
    target = .at(start, before: .zero)
    let thread = Thread { [self] in
      run()
      // Releases the composition with its context before the thread, which retains this object, ends.
      condition.withLock {
        (self.composition, queue, hasFinished) = (nil, [], true)
        condition.broadcast()
      }
    }
    thread.name = "AVFoundation.play"
    thread.stackSize = 4 << 20
    self.thread = thread
    thread.start()
  }

  /// Ends the thread after the frame that is being decoded.
  func stop() {
    condition.withLock {
      (isStopped, queue, composition) = (true, [], nil)
      note()
    }
    source.stop()
  }

  /// Waits after `stop()` until the thread has released its resources. A process that exits while another thread
  /// releases a context may unload the driver too early. The caller must not hold the engine's lock.
  func waitUntilFinished() {
    guard Thread.current !== thread else { return }
    let end = Date(timeIntervalSinceNow: 2)
    condition.withLock { while !hasFinished, condition.wait(until: end) {} }
  }

  /// Seeks to another frame and drops all frames that were read.
  func seek(_ target: Target, generation: Int, lap: Int) {
    condition.withLock {
      (self.target, self.generation, queue, hasEnded) = (target, generation, [], false)
      (readLap, shownLap) = (lap, lap)
      note()
    }
  }

  /// Sets the timeline, by which late frames are detected.
  func follow(_ timeline: Timeline, lap: Int) { condition.withLock { (self.timeline, shownLap) = (timeline, lap) } }

  /// Makes reading restart seamlessly at the end of a range; nil for none.
  ///
  /// - Returns: false if a later iteration was already read that is no longer valid. The caller must then seek.
  func setLoop(_ range: CMTimeRange?) -> Bool {
    condition.withLock {
      loop = range
      if let range {
        queue.removeAll { $0.time >= range.end }
        hasEnded = false
      }
      note()
      return range != nil || readLap == shownLap
    }
  }

  /// Filters all waiting and future frames by another composition.
  func use(_ composition: AVVideoComposition?) {
    let waiting = condition.withLock {
      self.composition = composition
      queue = queue.map { PlayerFrame($0.source, source.geometry, generation: $0.generation, lap: $0.lap) }
      return queue
    }
    for frame in waiting { request(frame, composition) }
  }

  /// Returns a new frame of the same image, requested from the current composition.
  func refiltered(_ frame: PlayerFrame) -> PlayerFrame {
    let new = PlayerFrame(frame.source, source.geometry, generation: frame.generation, lap: frame.lap)
    request(new, condition.withLock { self.composition })
    return new
  }

  /// Requests the filtered image of a frame. The caller holds the engine's lock, so `onChange` must not be called if
  /// the answer comes immediately, which is the case without a composition.
  private func request(_ frame: PlayerFrame, _ composition: AVVideoComposition?) {
    let isImmediate = composition == nil
    frame.request(composition) { [self] in if isImmediate { condition.withLock { note() } } else { changed() } }
  }

  /// The next frame, regardless of whether it is ready.
  var first: PlayerFrame? { condition.withLock { queue.first } }
  /// The waiting frames.
  var waiting: [PlayerFrame] { condition.withLock { queue } }
  /// Whether all frames were taken.
  var isExhausted: Bool { condition.withLock { hasEnded && queue.isEmpty && target == nil } }
  var error: AVError? { condition.withLock { failure } }
  /// The number of frames that were dropped before they were filtered.
  var droppedCount: Int { condition.withLock { dropped } }
  /// A counter of changes.
  var changeCount: Int { condition.withLock { changes } }

  /// Removes the first frame.
  func removeFirst() {
    condition.withLock {
      if !queue.isEmpty { queue.removeFirst() }
      condition.broadcast()
    }
  }

  /// Waits for a change after the given count. Returns false after a timeout of 20 s, and after `stop`.
  func wait(beyond count: Int) -> Bool {
    let end = Date(timeIntervalSinceNow: 20)
    return condition.withLock {
      while changes == count, !isStopped {
        if !condition.wait(until: end) { return false }
      }
      return !isStopped
    }
  }

  private func note() {
    changes += 1
    condition.broadcast()
  }

  private func changed() {
    condition.withLock { note() }
    onChange()
  }

  private enum Work {
    case seek(Target, Int)
    case read(Int)
  }

  /// Waits for work. Returns nil after `stop`.
  private func nextWork() -> Work? {
    condition.withLock {
      while true {
        if isStopped { return nil }
        if let target {
          self.target = nil
          return .seek(target, generation)
        }
        if !hasEnded, queue.count < Self.depth { return .read(generation) }
        condition.wait()
      }
    }
  }

  private func run() {
    // A late frame that was dropped. If it is the last one of the video, it is shown.
    var last: DecodedFrame?
    do {
      while let work = nextWork() {
        switch work {
        case .seek(let target, let generation):
          last = nil
          if let image = try found(target) { enqueue(image, generation, isSought: true) } else { end(generation) }
        case .read(let generation):
          guard let image = try next(generation) else {
            if let last, enqueue(last, generation) { condition.withLock { dropped -= 1 } }
            last = nil
            end(generation)
            continue
          }
          last = isLate(image) ? image : nil
          if last == nil { enqueue(image, generation) }
        }
      }
    } catch {
      condition.withLock { failure = failure ?? error }
      changed()
    }
  }

  /// Returns the next frame. After the end of a loop, that is the frame at its start.
  private func next(_ generation: Int) throws(AVError) -> DecodedFrame? {
    let image = try source.next()
    let start = condition.withLock { () -> CMTime? in
      guard let loop, generation == self.generation, image.map({ $0.time >= loop.end }) ?? true else { return nil }
      readLap += 1
      return loop.start
    }
    return start == nil ? image : try source.image(at: start!, before: .zero)
  }

  private func found(_ target: Target) throws(AVError) -> DecodedFrame? {
    switch target {
    case .at(let time, let before): return try source.image(at: time, before: before)
    case .before(let time, let count):
      if let found = try source.image(count, before: time) { return found }
      return try source.image(at: time, before: .zero)
    }
  }

  /// Returns whether a frame is late by more than its duration, so that the next one is due, and counts it.
  private func isLate(_ image: DecodedFrame) -> Bool {
    condition.withLock {
      let sinceLap = (loop?.duration ?? .zero) * Int32(clamping: shownLap - readLap)
      guard timeline.runs, image.duration > .zero, timeline.now - image.time + sinceLap > image.duration,
        ContinuousClock.now - lastEnqueued < Self.longestGap
      else { return false }
      dropped += 1
      return true
    }
  }

  @discardableResult private func enqueue(
    _ image: DecodedFrame, _ generation: Int, isSought: Bool = false
  ) -> Bool {
    let (frame, composition) = condition.withLock { () -> (PlayerFrame?, AVVideoComposition?) in
      // A loop that ends before this frame may have been set meanwhile.
      guard generation == self.generation, !isStopped, isSought || loop.map({ image.time < $0.end }) ?? true else {
        return (nil, nil)
      }
      let frame = PlayerFrame(image, source.geometry, generation: generation, lap: readLap)
      queue.append(frame)
      lastEnqueued = .now
      note()
      return (frame, self.composition)
    }
    frame?.request(composition) { [self] in changed() }
    return frame != nil
  }

  private func end(_ generation: Int) {
    condition.withLock { if generation == self.generation { hasEnded = true } }
    changed()
  }
}
