import CoreImage
import CoreMedia
import Foundation

/// Plays an item: images at their times, sound by SDL 2 where it is installed. Safe on any thread.
///
/// While a sound is heard, images follow it: what is shown belongs to what the device plays. Else they follow the
/// system's clock, at other rates than 1 as well, at which nothing is heard. A frame that comes too late is dropped
/// before it is filtered, and counted (``AVPlayerItem/numberOfDroppedVideoFrames``); one that comes early waits.
open class AVPlayer: @unchecked Sendable {
  /// What a player does at the end of its item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// Goes on with the next item of a queue.
    case advance
    /// Pauses.
    case pause
    /// Nothing: the rate stays, and time stands still.
    case none
  }

  /// Whether time goes.
  public enum TimeControlStatus: Int, Sendable {
    /// The rate is 0.
    case paused
    /// It will, when the first frame and the sound are there.
    case waitingToPlayAtSpecifiedRate
    /// It does.
    case playing
  }

  let engine: PlayerEngine
  private let defaults = NSLock()
  private var ownDefaultRate: Float = 1

  /// A player of an item; nil: of nothing yet.
  public convenience init(playerItem item: AVPlayerItem?) { self.init(playerItem: item, clock: SystemClock.shared) }

  /// A player of a file.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

  /// A player of nothing yet.
  public convenience init() { self.init(playerItem: nil) }

  package init(playerItem item: AVPlayerItem?, clock: any PlaybackClock) {
    engine = PlayerEngine(clock)
    engine.perform { state, _ in state.onChange = { [weak engine] in engine?.changed() } }
    replaceCurrentItem(with: item)
  }

  deinit { engine.stop() }

  /// What is played.
  public var currentItem: AVPlayerItem? { engine.read(\.item) }

  /// Plays another item from its start, at the rate of now; nil: nothing. Reads the header, on this thread, unless
  /// somebody did. An item that another player has is refused, with a line in the log.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    if item === currentItem, item != nil { return }
    var item = item
    let isTaken = item?.playback.withLock { playback in
      if playback.engine != nil { return true }
      playback.engine = engine
      return false
    }
    if isTaken == true {
      note("an item is of one player at a time; make another AVPlayerItem of the asset")
      item = nil
    }
    // No reader of the disk holds up who asks for the time.
    let isHeard = !(engine.clock is VirtualClock)
    let sources = item.map { item in
      Result { () throws(AVError) in try ItemSources(item.asset, isHeard: isHeard) }
    }
    engine.perform { [item] state, later in state.replace(with: item, sources, &later) }
  }

  /// Seconds of the item a second: 0 paused, to 16; others are refused with a line in the log. What is set holds for
  /// the items that follow.
  open var rate: Float {
    get { engine.read(\.rate) }
    set { engine.perform { state, _ in state.setRate(newValue) } }
  }

  /// The rate that `play` takes. 1 at first.
  public var defaultRate: Float {
    get { defaults.withLock { ownDefaultRate } }
    set { defaults.withLock { ownDefaultRate = newValue } }
  }

  /// Plays at `defaultRate`. An item at its end stays there: seek first.
  open func play() { rate = defaultRate }

  /// Has time stand still.
  open func pause() { rate = 0 }

  /// Whether time goes.
  public var timeControlStatus: TimeControlStatus { engine.read(\.timeControlStatus) }

  /// Whether the item can be played.
  public var status: AVPlayerItem.Status { currentItem?.status ?? .unknown }
  /// Why it cannot.
  public var error: (any Error)? { currentItem?.error }

  /// The item's time now; while a seek is under way, where it goes.
  open func currentTime() -> CMTime { engine.read { $0.now } }

  /// What happens at the end. `pause` at first, `advance` for a queue.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { engine.read(\.actionAtItemEnd) }
    set { engine.perform { state, _ in state.actionAtItemEnd = newValue } }
  }

  /// True to play without being heard. False at first.
  public var isMuted: Bool {
    get { engine.read(\.isMuted) }
    set { engine.perform { state, _ in state.isMuted = newValue } }
  }

  /// How loud it is: 0 silent, 1 as the sound is. Held to that.
  public var volume: Float {
    get { engine.read(\.volume) }
    set { engine.perform { state, _ in state.volume = newValue >= 0 ? min(newValue, 1) : 0 } }
  }

  /// Calls a block at each multiple of an interval of the item's time, when time jumps, and when it begins to go.
  ///
  /// - Parameters:
  ///   - interval: above 0; else the block hears of the others alone.
  ///   - queue: where the block is called; nil: the main queue.
  /// - Returns: what `removeTimeObserver` takes. The block is kept until then.
  public func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    engine.perform { state, _ in state.observers.addPeriodic(interval, queue, block) }
  }

  /// Calls a block when time runs past one of several; not when it jumps there.
  ///
  /// - Parameter queue: where the block is called; nil: the main queue.
  /// - Returns: what `removeTimeObserver` takes. The block is kept until then.
  public func addBoundaryTimeObserver(
    forTimes times: [CMTime], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any {
    engine.perform { state, _ in state.observers.addBoundary(times, queue, block) }
  }

  /// Calls a block no more. What is on its queue already still comes.
  public func removeTimeObserver(_ observer: Any) {
    guard let token = observer as? TimeObservers.Token else { return }
    engine.perform { state, _ in state.observers.remove(token) }
  }
}

// MARK: seeking

extension AVPlayer {
  /// Goes to the frame that is shown at a time, exactly. Times before the start and behind the end are held to these.
  public func seek(to time: CMTime) { seek(to: time, before: .zero, done: nil) }

  /// Goes to the frame that is shown at a time, exactly.
  ///
  /// - Parameter completionHandler: is told true when that frame is there, filtered; false when another seek came
  ///   before that, the item cannot be played, or there is none. On any thread.
  public func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    seek(to: time, before: .zero, done: completionHandler)
  }

  /// Goes to a time or to a key frame that is no more than `toleranceBefore` earlier, which is quick while somebody
  /// drags; `currentTime` is that frame's then. `toleranceAfter` need not be used, and is not.
  public func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time, before: toleranceBefore, done: nil)
  }

  /// The same, and says when the frame is there: see `seek(to:completionHandler:)`.
  public func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    seek(to: time, before: toleranceBefore, done: completionHandler)
  }

  /// Goes to the frame that is shown at a time, or as the tolerances allow, and returns when it is there.
  ///
  /// - Returns: false when another seek came before that, the item cannot be played, or there is none.
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
  /// What is shown, and a number that grows whenever that is something else.
  package var shown: (frame: PlayerFrame?, version: Int) { engine.read { ($0.current, $0.version) } }

  /// True to begin again at the end.
  package var isLooping: Bool {
    get { engine.read { $0.loop != nil } }
    set {
      engine.perform { state, later in
        state.setLoop(newValue ? CMTimeRange(start: .zero, duration: .positiveInfinity) : nil, &later)
      }
    }
  }
}
