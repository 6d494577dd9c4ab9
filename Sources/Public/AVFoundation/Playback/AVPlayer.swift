import CoreImage
import CoreMedia
import Foundation

/// A player of an item: frames at their times, and sound by SDL 2 if it is installed. Safe on any thread.
///
/// While sound is audible, frames are synchronized to the audio device. Otherwise they follow the system clock, also at
/// rates other than 1, at which sound is silent. A late frame is dropped before it is filtered, and counted
/// (``AVPlayerItem/numberOfDroppedVideoFrames``). An early frame waits.
open class AVPlayer: @unchecked Sendable {
  /// The action of a player at the end of its item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// Continues with the next item of a queue.
    case advance
    /// Pauses.
    case pause
    /// No action: the rate is unchanged, and time stops.
    case none
  }

  /// Whether time advances.
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused
    /// Playback starts when the first frame and the sound are ready.
    case waitingToPlayAtSpecifiedRate
    /// Time advances.
    case playing
  }

  let engine: PlayerEngine
  private let defaults = NSLock()
  private var ownDefaultRate: Float = 1

  /// Creates a player of an item; nil for none yet.
  public convenience init(playerItem item: AVPlayerItem?) { self.init(playerItem: item, clock: SystemClock.shared) }

  /// Creates a player of a file.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

  /// Creates a player without an item.
  public convenience init() { self.init(playerItem: nil) }

  package init(playerItem item: AVPlayerItem?, clock: any PlaybackClock) {
    engine = PlayerEngine(clock)
    engine.perform { state, _ in state.onChange = { [weak engine] in engine?.changed() } }
    replaceCurrentItem(with: item)
  }

  deinit { engine.stop() }

  /// The item that is played.
  public var currentItem: AVPlayerItem? { engine.read(\.item) }

  /// Plays another item from its start, at the current rate; nil for none. Reads the header on the calling thread,
  /// unless it was read before. An item of another player is rejected and logged.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    if item === currentItem, item != nil { return }
    var item = item
    let isRejected = item?.playback.withLock { playback in
      if playback.engine != nil { return true }
      playback.engine = engine
      return false
    }
    if isRejected == true {
      note("an item belongs to one player at a time; create another AVPlayerItem of the asset")
      item = nil
    }
    // Reads the header outside of the engine's lock, so that calls for the time are not blocked.
    let isHeard = !(engine.clock is VirtualClock)
    let sources = item.map { item in
      Result { () throws(AVError) in try ItemSources(item.asset, isHeard: isHeard) }
    }
    engine.perform { [item] state, later in state.replace(with: item, sources, &later) }
  }

  /// The playback rate: 0 for paused, at most 16. Other values are rejected and logged. The rate also applies to later
  /// items.
  open var rate: Float {
    get { engine.read(\.rate) }
    set { engine.perform { state, _ in state.setRate(newValue) } }
  }

  /// The rate of `play`. 1 by default.
  public var defaultRate: Float {
    get { defaults.withLock { ownDefaultRate } }
    set { defaults.withLock { ownDefaultRate = newValue } }
  }

  /// Plays at `defaultRate`. An item at its end does not restart: seek first.
  open func play() { rate = defaultRate }

  /// Pauses playback.
  open func pause() { rate = 0 }

  /// Whether time advances.
  public var timeControlStatus: TimeControlStatus { engine.read(\.timeControlStatus) }

  /// The status of the item.
  public var status: AVPlayerItem.Status { currentItem?.status ?? .unknown }
  /// The error of the item.
  public var error: (any Error)? { currentItem?.error }

  /// Returns the current time of the item; during a seek, its target.
  open func currentTime() -> CMTime { engine.read { $0.now } }

  /// The action at the end of the item. `pause` by default, `advance` for a queue.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { engine.read(\.actionAtItemEnd) }
    set { engine.perform { state, _ in state.actionAtItemEnd = newValue } }
  }

  /// Whether sound is muted. False by default.
  public var isMuted: Bool {
    get { engine.read(\.isMuted) }
    set { engine.perform { state, _ in state.isMuted = newValue } }
  }

  /// The volume: 0 for silence, 1 for the original volume. Clamped to this range.
  public var volume: Float {
    get { engine.read(\.volume) }
    set { engine.perform { state, _ in state.volume = newValue >= 0 ? min(newValue, 1) : 0 } }
  }

  /// Adds an observer that is called at each multiple of an interval of the item's time, after jumps, and when playback
  /// begins.
  ///
  /// - Parameters:
  ///   - interval: must be above 0; otherwise the block is only called after jumps and at the begin of playback.
  ///   - queue: the queue on which the block is called; nil for the main queue.
  /// - Returns: a token for `removeTimeObserver`. The block is retained until then.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    engine.perform { state, _ in state.observers.addPeriodic(interval, queue, block) }
  }

  /// Adds an observer that is called when playback passes one of several times; not after jumps.
  ///
  /// - Parameter queue: the queue on which the block is called; nil for the main queue.
  /// - Returns: a token for `removeTimeObserver`. The block is retained until then.
  public func addBoundaryTimeObserver(
    forTimes times: [CMTime], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    engine.perform { state, _ in state.observers.addBoundary(times, queue, block) }
  }

  /// Removes an observer. Calls that are already queued are still made.
  public func removeTimeObserver(_ observer: Any) {
    guard let token = observer as? TimeObservers.Token else { return }
    engine.perform { state, _ in state.observers.remove(token) }
  }
}

// MARK: seeking

extension AVPlayer {
  /// Seeks to the frame that is shown at a time, exactly. The time is clamped to the item.
  public func seek(to time: CMTime) { seek(to: time, before: .zero, done: nil) }

  /// Seeks to the frame that is shown at a time, exactly.
  ///
  /// - Parameter completionHandler: called on any thread: with true when the frame is filtered and shown; with false if
  ///   another seek replaces this one, the item cannot be played, or there is no item.
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    seek(to: time, before: .zero, done: completionHandler)
  }

  /// Seeks to a time, or to a key frame that is at most `toleranceBefore` earlier, which is faster for scrubbing;
  /// `currentTime` is then that frame's time. `toleranceAfter` is ignored.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, before: toleranceBefore, done: nil)
  }

  /// Seeks to a time with tolerances, and calls a handler: see `seek(to:completionHandler:)`.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    seek(to: time, before: toleranceBefore, done: completionHandler)
  }

  /// Seeks to a time with tolerances, and returns when the frame is shown.
  ///
  /// - Returns: false if another seek replaces this one, the item cannot be played, or there is no item.
  @discardableResult public func seek(
    to time: CMTime, toleranceBefore: CMTime = .zero, toleranceAfter: CMTime = .zero
  ) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time, before: toleranceBefore) { continuation.resume(returning: $0) }
    }
  }

  private func seek(to time: CMTime, before: CMTime, done: (@Sendable (Bool) -> Void)?) {
    engine.perform { $0.seek(to: time, before: before.isValid ? before : .zero, done: done, &$1) }
  }
}

// MARK: for views

extension AVPlayer {
  /// The current frame, and a number that increases whenever the frame changes.
  package var shown: (frame: PlayerFrame?, version: Int) { engine.read { ($0.current, $0.version) } }

  /// Whether playback restarts at the end.
  package var isLooping: Bool {
    get { engine.read { $0.loop != nil } }
    set {
      engine.perform { state, later in
        state.setLoop(newValue ? CMTimeRange(start: .zero, duration: .positiveInfinity) : nil, &later)
      }
    }
  }
}
