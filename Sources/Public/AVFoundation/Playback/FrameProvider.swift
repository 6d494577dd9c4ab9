import CoreMedia
import Foundation

/// Decodes an item's images on a thread of its own, a few ahead of the display, and has the composition filter them.
///
/// Each seek has a number, its generation: what belongs to an older one is dropped wherever it is.
final class FrameProvider: @unchecked Sendable {
  enum Wish {
    /// The image that is shown at a time, or one that is no more than so much earlier.
    case at(CMTime, before: CMTime)
    /// So many images back from the one at a time.
    case before(CMTime, count: Int)
  }

  /// Frames between the decoder and the display.
  private static let depth = 4
  /// However late decoding is, something is shown so often.
  private static let patience = Duration.milliseconds(500)

  private let source: AssetFrameSource
  private let onChange: @Sendable () -> Void
  private let condition = NSCondition()
  // All below under the condition.
  private var line: [PlayerFrame] = []
  private var wish: Wish? = .at(.zero, before: .zero)
  private var generation = 0
  private var hasEnded = false
  private var failure: AVError?
  private var isStopped = false
  private var changes = 0
  private var timeline = Timeline()
  /// What is read again and again, and how often that has begun again: of what is read, and of the time that it is.
  private var loop: CMTimeRange?
  private var readLap = 0
  private var shownLap = 0
  private var composition: AVVideoComposition?
  private var dropped = 0
  private var lastGiven = ContinuousClock.now
  private var isOver = false
  private weak var thread: Thread?

  init(
    _ source: AssetFrameSource, _ composition: AVVideoComposition?, from start: CMTime,
    onChange: @escaping @Sendable () -> Void
  ) {
    (self.source, self.composition, self.onChange) = (source, composition, onChange)
    wish = .at(start, before: .zero)
    let thread = Thread { [self] in
      run()
      // The thread keeps this object until nobody knows it any more: a context that filters goes before.
      condition.withLock {
        (self.composition, line, isOver) = (nil, [], true)
        condition.broadcast()
      }
    }
    thread.name = "AVFoundation.play"
    thread.stackSize = 4 << 20
    self.thread = thread
    thread.start()
  }

  /// Ends the thread, as soon as the image that is decoded now allows.
  func stop() {
    condition.withLock {
      (isStopped, line, composition) = (true, [], nil)
      note()
    }
    source.stop()
  }

  /// Waits, behind `stop()`, until the thread has let go of everything: a process that ends while a context goes away
  /// on another thread would take its driver from under it. For who holds no lock of the engine's.
  func waitUntilOver() {
    guard Thread.current !== thread else { return }
    let end = Date(timeIntervalSinceNow: 2)
    condition.withLock { while !isOver, condition.wait(until: end) {} }
  }

  /// Goes elsewhere: all that was read is dropped.
  func seek(_ wish: Wish, generation: Int, lap: Int) {
    condition.withLock {
      (self.wish, self.generation, line, hasEnded) = (wish, generation, [], false)
      (readLap, shownLap) = (lap, lap)
      note()
    }
  }

  /// Says how time goes, by which late images are known.
  func follow(_ timeline: Timeline, lap: Int) { condition.withLock { (self.timeline, shownLap) = (timeline, lap) } }

  /// Has reading begin again at the end of a range, without a stop; nil: nowhere.
  ///
  /// - Returns: false where a later lap was read already that is not wanted now: then a seek has to follow.
  func setLoop(_ range: CMTimeRange?) -> Bool {
    condition.withLock {
      loop = range
      if let range {
        line.removeAll { $0.time >= range.end }
        hasEnded = false
      }
      note()
      return range != nil || readLap == shownLap
    }
  }

  /// Has all frames that come, and those that wait, filtered by another composition.
  func use(_ composition: AVVideoComposition?) {
    let waiting = condition.withLock {
      self.composition = composition
      line = line.map { PlayerFrame($0.source, source.geometry, generation: $0.generation, lap: $0.lap) }
      return line
    }
    for frame in waiting { ask(frame, composition) }
  }

  /// The same image, asked of the composition of now.
  func renewed(_ frame: PlayerFrame) -> PlayerFrame {
    let new = PlayerFrame(frame.source, source.geometry, generation: frame.generation, lap: frame.lap)
    ask(new, condition.withLock { self.composition })
    return new
  }

  /// For who holds the engine's lock: without a composition the answer is there at once, and nobody need be told.
  private func ask(_ frame: PlayerFrame, _ composition: AVVideoComposition?) {
    let isAtOnce = composition == nil
    frame.ask(composition) { [self] in if isAtOnce { condition.withLock { note() } } else { changed() } }
  }

  /// The next frame, whether it is ready or not.
  var first: PlayerFrame? { condition.withLock { line.first } }
  /// The frames that wait.
  var waiting: [PlayerFrame] { condition.withLock { line } }
  /// True when nothing comes any more.
  var isExhausted: Bool { condition.withLock { hasEnded && line.isEmpty && wish == nil } }
  var error: AVError? { condition.withLock { failure } }
  /// Frames that were dropped before they were filtered.
  var droppedCount: Int { condition.withLock { dropped } }
  /// Grows with all that happens here.
  var changeCount: Int { condition.withLock { changes } }

  /// Takes the first frame out.
  func removeFirst() {
    condition.withLock {
      if !line.isEmpty { line.removeFirst() }
      condition.broadcast()
    }
  }

  /// Waits until something has happened since. False when nothing did for too long.
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
    case seek(Wish, Int)
    case read(Int)
  }

  /// Waits until there is something to do; nil when nobody wants more.
  private func nextWork() -> Work? {
    condition.withLock {
      while true {
        if isStopped { return nil }
        if let wish {
          self.wish = nil
          return .seek(wish, generation)
        }
        if !hasEnded, line.count < Self.depth { return .read(generation) }
        condition.wait()
      }
    }
  }

  private func run() {
    // A late image that was dropped: where it is the last one, it is shown.
    var last: DecodedFrame?
    do {
      while let work = nextWork() {
        switch work {
        case .seek(let wish, let generation):
          last = nil
          if let image = try found(wish) { give(image, generation, isSought: true) } else { end(generation) }
        case .read(let generation):
          guard let image = try next(generation) else {
            if let last, give(last, generation) { condition.withLock { dropped -= 1 } }
            last = nil
            end(generation)
            continue
          }
          last = isLate(image) ? image : nil
          if last == nil { give(image, generation) }
        }
      }
    } catch {
      condition.withLock { failure = failure ?? error }
      changed()
    }
  }

  /// The next image: behind the end of a loop that of its start.
  private func next(_ generation: Int) throws(AVError) -> DecodedFrame? {
    let image = try source.next()
    let start = condition.withLock { () -> CMTime? in
      guard let loop, generation == self.generation, image.map({ $0.time >= loop.end }) ?? true else { return nil }
      readLap += 1
      return loop.start
    }
    return start == nil ? image : try source.image(at: start!, before: .zero)
  }

  private func found(_ wish: Wish) throws(AVError) -> DecodedFrame? {
    switch wish {
    case .at(let time, let before): return try source.image(at: time, before: before)
    case .before(let time, let count):
      if let found = try source.image(count, before: time) { return found }
      return try source.image(at: time, before: .zero)
    }
  }

  /// Whether an image is late by more than itself, so that the next one is due; counts it then.
  private func isLate(_ image: DecodedFrame) -> Bool {
    condition.withLock {
      let sinceLap = (loop?.duration ?? .zero) * Int32(clamping: shownLap - readLap)
      guard timeline.runs, image.duration > .zero, timeline.now - image.time + sinceLap > image.duration,
        ContinuousClock.now - lastGiven < Self.patience
      else { return false }
      dropped += 1
      return true
    }
  }

  @discardableResult private func give(
    _ image: DecodedFrame, _ generation: Int, isSought: Bool = false
  ) -> Bool {
    let (frame, composition) = condition.withLock { () -> (PlayerFrame?, AVVideoComposition?) in
      // A loop may have been set meanwhile that ends before it.
      guard generation == self.generation, !isStopped, isSought || loop.map({ image.time < $0.end }) ?? true else {
        return (nil, nil)
      }
      let frame = PlayerFrame(image, source.geometry, generation: generation, lap: readLap)
      line.append(frame)
      lastGiven = .now
      note()
      return (frame, self.composition)
    }
    frame?.ask(composition) { [self] in changed() }
    return frame != nil
  }

  private func end(_ generation: Int) {
    condition.withLock { if generation == self.generation { hasEnded = true } }
    changed()
  }
}
