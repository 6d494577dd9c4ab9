import CoreMedia
import Foundation

/// The state of a player, guarded by its engine's lock. Calls out of the engine are deferred in a list.
struct PlaybackState {
  /// A seek that waits for a frame of the current generation.
  struct Seek {
    /// Whether the time becomes that of the frame.
    var snaps: Bool
    /// False for the first frame of an item.
    var isJump = true
    var done: [@Sendable (Bool) -> Void] = []
  }

  let clock: any PlaybackClock
  var item: AVPlayerItem?
  var provider: FrameProvider?
  var timeline: Timeline
  /// The requested rate; 0 for paused.
  var rate: Float = 0
  var actionAtItemEnd = AVPlayer.ActionAtItemEnd.pause
  /// Continues with the next item of a queue; nil for a player without a queue.
  var playNext: (@Sendable () -> Void)?
  var observers = TimeObservers()
  var seek: Seek?
  var current: PlayerFrame?
  /// Incremented whenever the current frame changes.
  var version = 0
  /// The number of remaining steps forward.
  var steps = 0
  var hasEnded = false
  /// The range that is repeated; nil for none.
  var loop: CMTimeRange?
  var loopCount = 0
  /// The number of seamless repetitions, and its value when sound was last prepared.
  var lap = 0
  var soundLap = 0
  /// The duration of the item; indefinite if it is not known.
  var duration = CMTime.indefinite
  var volume: Float = 1 { didSet { sound?.setVolume(loudness) } }
  var isMuted = false { didSet { sound?.setVolume(loudness) } }
  private var generation = 0
  /// The current frame, filtered by a new composition.
  var redrawn: PlayerFrame?
  var sound: SoundPlayback?
  /// The time at which the prepared sound begins; nil if none is prepared for the current time.
  var soundStart: CMTime?
  /// The time at which a frame was last shown during playback.
  var lastShown: CMTime?
  /// An interval in which no display shows two frames.
  private static let shortestDisplayInterval = CMTime(value: 1, timescale: 1000)
  /// Called after changes of the sources.
  var onChange: @Sendable () -> Void = {}

  init(_ clock: any PlaybackClock) {
    self.clock = clock
    timeline = Timeline(source: clock)
  }

  private var loudness: Float { isMuted ? 0 : volume }

  /// The item's time, at most its end.
  var now: CMTime {
    let now = timeline.now
    guard timeline.runs, let end = endTime else { return now }
    return CMTimeMinimum(now, end)
  }

  /// The end of the item; nil if it is not known.
  var endTime: CMTime? {
    guard let item else { return nil }
    if let loop, let end = [loop.end, duration].filter(\.isNumeric).min() { return end }
    if item.forwardPlaybackEndTime.isNumeric { return item.forwardPlaybackEndTime }
    return duration.isNumeric ? duration : nil
  }

  var timeControlStatus: AVPlayer.TimeControlStatus {
    rate == 0 ? .paused : timeline.runs || hasEnded ? .playing : .waitingToPlayAtSpecifiedRate
  }

  // MARK: calls of the app

  /// - Parameter sources: the sources of the new item, or the error of opening them.
  mutating func replace(
    with new: AVPlayerItem?, _ sources: Result<ItemSources, AVError>?, _ later: inout [() -> Void]
  ) {
    finishSeek(false, &later)
    provider?.stop()
    sound?.stop()
    item?.playback.withLock { $0.engine = nil }
    (item, provider, sound, soundStart, current, redrawn) = (new, nil, nil, nil, nil, nil)
    (steps, hasEnded) = (0, false)
    timeline = Timeline(source: clock)
    version += 1
    guard let new else { return }
    (generation, lap, duration) = (0, 0, .indefinite)
    let start = loop?.start ?? .zero
    timeline.time = start
    do throws(AVError) {
      guard let sources = try sources?.get() else { return }
      duration = sources.duration
      provider = sources.images.map { FrameProvider($0, new.videoComposition, from: start, onChange: onChange) }
      sound = sources.sound.map { SoundPlayback($0, onChange: onChange) }
      sound?.setVolume(loudness)
      mix(new.playback.withLock(\.curves))
      followLoop(&later)
      if provider == nil { new.become(.readyToPlay) }
      seek = provider == nil ? nil : Seek(snaps: false, isJump: false)
    } catch {
      fail(error, &later)
    }
  }

  mutating func setRate(_ new: Float) {
    guard new >= 0, new <= 16 else {
      return note("the rate must be between 0 and 16 (got \(new)); it is unchanged")
    }
    // A failed item stays paused.
    guard new != rate, new == 0 || item?.status != .failed else { return }
    rate = new
    halt()
  }

  /// Stops time; `begin` continues it.
  private mutating func halt() {
    if let sound, timeline.source === sound {
      sound.run(false)
      // At other rates sound is silent.
      if rate != 1, rate != 0 { soundStart = nil }
    }
    timeline = Timeline(source: clock, time: now)
    lastShown = nil
    provider?.follow(timeline, lap: lap)
  }

  mutating func seek(
    to time: CMTime, before: CMTime, done: (@Sendable (Bool) -> Void)?, _ later: inout [() -> Void]
  ) {
    guard let item, item.status != .failed, time.isNumeric else {
      if let done { later.append { done(false) } }
      return
    }
    finishSeek(false, &later)
    let end = endTime ?? time
    let target = CMTimeMaximum(CMTimeMinimum(time, end), .zero)
    jump(to: target)
    seek = Seek(snaps: before > .zero, done: done.map { [$0] } ?? [])
    provider?.seek(.at(target, before: before), generation: generation, lap: lap)
  }

  private mutating func jump(to time: CMTime) {
    halt()
    generation += 1
    (steps, hasEnded, soundStart, redrawn) = (0, false, nil, nil)
    timeline.time = time
    provider?.follow(timeline, lap: lap)
  }

  mutating func step(by count: Int, _ later: inout [() -> Void]) {
    guard provider != nil, count != 0 else { return }
    if rate > 0 { setRate(0) }
    soundStart = nil
    if count > 0 {
      steps += count
      return
    }
    guard let from = current?.time else { return }
    finishSeek(false, &later)
    jump(to: from)
    seek = Seek(snaps: true)
    provider?.seek(.before(from, count: -count), generation: generation, lap: lap)
  }

  /// Applies a new composition of the item.
  mutating func recompose(_ composition: AVVideoComposition?) {
    provider?.use(composition)
    if !timeline.runs, let current, let provider { redrawn = provider.refiltered(current) }
  }

  /// Applies a new mix of the item.
  func mix(_ curves: [CMPersistentTrackID: VolumeCurve]) {
    if let sound { sound.setCurve(curves[sound.trackID] ?? VolumeCurve()) }
  }

  // MARK: events

  mutating func advance(_ later: inout [() -> Void]) {
    guard item != nil else { return }
    if let error = provider?.error { return fail(error, &later) }
    finishSeekIfReady(&later)
    if let redrawn, redrawn.isReady {
      self.redrawn = nil
      show(redrawn, &later)
    }
    takeSteps(&later)
    begin()
    if timeline.runs {
      startNextLap(&later)
      showDue(&later)
      observers.notify(now, jumped: false)
      endIfDue(&later)
    }
  }

  /// Shows a frame. If its composition failed, the previous frame stays.
  @discardableResult private mutating func show(_ frame: PlayerFrame, _ later: inout [() -> Void]) -> Bool {
    if let error = frame.error {
      post(.AVPlayerItemNewErrorLogEntry, error, &later)
      return false
    }
    current = frame
    version += 1
    return true
  }

  private mutating func finishSeekIfReady(_ later: inout [() -> Void]) {
    guard let seek else { return }
    if let provider {
      if let first = provider.first, first.generation == generation {
        guard first.isReady else { return }
        provider.removeFirst()
        if show(first, &later) { item?.count(shown: 1) }
        if seek.snaps { timeline.time = first.time }
      } else if !provider.isExhausted {
        return
      }
    }
    item?.become(.readyToPlay)
    observers.notify(timeline.time, jumped: true)
    if seek.isJump { post(.AVPlayerItemTimeJumped, nil, &later) }
    finishSeek(true, &later)
  }

  private mutating func finishSeek(_ isDone: Bool, _ later: inout [() -> Void]) {
    for done in seek?.done ?? [] { later.append { done(isDone) } }
    seek = nil
  }

  private mutating func takeSteps(_ later: inout [() -> Void]) {
    while steps > 0, seek == nil, let provider {
      guard let first = provider.first else {
        if provider.isExhausted { steps = 0 }
        return
      }
      guard first.isReady else { return }
      provider.removeFirst()
      steps -= 1
      (timeline.time, lap) = (first.time, first.lap)
      if show(first, &later) { item?.count(shown: 1) }
      observers.notify(first.time, jumped: true)
    }
  }

  /// Starts time when everything that playback needs is ready.
  private mutating func begin() {
    guard rate > 0, !timeline.runs, seek == nil, steps == 0, !hasEnded else { return }
    if rate == 1, let sound, sound.readiness != .never {
      guard let start = soundStart else {
        (soundStart, soundLap) = (timeline.time, lap)
        return sound.prepare(at: timeline.time)
      }
      guard case .at(let anchor) = sound.readiness else { return }
      sound.run(true)
      go(Timeline(source: sound, time: start, anchor: anchor, rate: 1))
    } else {
      go(Timeline(source: clock, time: timeline.time, anchor: clock.now, rate: rate))
    }
  }

  private mutating func go(_ new: Timeline) {
    timeline = new
    provider?.follow(new, lap: lap)
    observers.notify(now, jumped: true)
  }

  private mutating func showDue(_ later: inout [() -> Void]) {
    let (now, end) = (now, endTime)
    while let next = provider?.first, next.isReady, due(next) <= now, end.map({ next.time < $0 }) ?? true {
      provider?.removeFirst()
      guard show(next, &later) else { continue }
      // A frame that directly follows another one replaces it before it is displayed.
      let isUnseen = lastShown.map { now - $0 < Self.shortestDisplayInterval } ?? false
      item?.count(shown: isUnseen ? 0 : 1, skipped: isUnseen ? 1 : 0)
      lastShown = now
    }
  }

  /// The end of playback.
  var lastTime: CMTime? { endTime ?? current.map { $0.time + $0.duration } }

  private mutating func endIfDue(_ later: inout [() -> Void]) {
    guard seamless == nil, let last = lastTime, now >= last else { return }
    if let provider, !provider.isExhausted {
      guard endTime != nil, let first = provider.first, first.time >= last else { return }
    }
    post(.AVPlayerItemDidPlayToEndTime, nil, &later)
    if let loop {
      loopCount += 1
      return seek(to: loop.start, before: .zero, done: nil, &later)
    }
    if let sound, timeline.source === sound { sound.run(false) }
    timeline = Timeline(source: clock, time: last)
    provider?.follow(timeline, lap: lap)
    hasEnded = true
    switch actionAtItemEnd {
    case .pause: rate = 0
    case .none: break
    case .advance: if let playNext { later.append(playNext) } else { rate = 0 }
    }
  }

  private mutating func fail(_ error: AVError, _ later: inout [() -> Void]) {
    guard let item, item.status != .failed else { return }
    item.become(.failed, error)
    halt()
    rate = 0
    finishSeek(false, &later)
    post(.AVPlayerItemFailedToPlayToEndTime, error, &later)
  }

  func post(_ name: Notification.Name, _ error: (any Error)?, _ later: inout [() -> Void]) {
    guard let item else { return }
    let information = error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey as AnyHashable: $0 as Any] }
    later.append { NotificationCenter.default.post(name: name, object: item, userInfo: information) }
  }
}
