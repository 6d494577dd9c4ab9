import CoreMedia
import Foundation

/// The state of a player, under its engine's lock. What calls somebody else is put into a list for later.
struct PlaybackState {
  /// A frame of this generation is waited for.
  struct Seek {
    /// True where time becomes that of the frame.
    var snaps: Bool
    /// False for the first frame of an item.
    var isJump = true
    var done: [@Sendable (Bool) -> Void] = []
  }

  let clock: any PlaybackClock
  var item: AVPlayerItem?
  var supply: FrameProvider?
  var timeline: Timeline
  /// What was asked; 0: paused.
  var rate: Float = 0
  var actionAtItemEnd = AVPlayer.ActionAtItemEnd.pause
  /// Goes on with the next item of a queue; nil for a player without one.
  var playNext: (@Sendable () -> Void)?
  var observers = TimeObservers()
  var seek: Seek?
  var current: PlayerFrame?
  /// Grows whenever something else is shown.
  var version = 0
  /// Frames forward that are still to be stepped.
  var steps = 0
  var hasEnded = false
  /// What is played again and again; nil: nothing is.
  var loop: CMTimeRange?
  var loopCount = 0
  /// How often it began again without a stop, and when sound was asked for last.
  var lap = 0
  var soundLap = 0
  /// Of the item; indefinite where nobody knows.
  var duration = CMTime.indefinite
  var volume: Float = 1 { didSet { sound?.setVolume(loudness) } }
  var isMuted = false { didSet { sound?.setVolume(loudness) } }
  private var generation = 0
  /// The shown frame, filtered by another composition.
  var redrawn: PlayerFrame?
  var sound: SoundPlayback?
  /// Where the sound begins that the device has; nil: it has none of this place.
  var soundStart: CMTime?
  /// When a frame was shown last, while time goes.
  var lastShown: CMTime?
  /// No display shows two frames in that time.
  private static let glimpse = CMTime(value: 1, timescale: 1000)
  /// Told of what happens elsewhere.
  var onChange: @Sendable () -> Void = {}

  init(_ clock: any PlaybackClock) {
    self.clock = clock
    timeline = Timeline(source: clock)
  }

  private var loudness: Float { isMuted ? 0 : volume }

  /// The item's time, never behind its end.
  var now: CMTime {
    let now = timeline.now
    guard timeline.runs, let end = endTime else { return now }
    return CMTimeMinimum(now, end)
  }

  /// Where the item ends; nil where nobody knows.
  var endTime: CMTime? {
    guard let item else { return nil }
    if let loop, let end = [loop.end, duration].filter(\.isNumeric).min() { return end }
    if item.forwardPlaybackEndTime.isNumeric { return item.forwardPlaybackEndTime }
    return duration.isNumeric ? duration : nil
  }

  var timeControlStatus: AVPlayer.TimeControlStatus {
    rate == 0 ? .paused : timeline.runs || hasEnded ? .playing : .waitingToPlayAtSpecifiedRate
  }

  // MARK: what the app says

  /// - Parameter sources: of the new item, or why there are none.
  mutating func replace(
    with new: AVPlayerItem?, _ sources: Result<ItemSources, AVError>?, _ later: inout [() -> Void]
  ) {
    finishSeek(false, &later)
    supply?.stop()
    sound?.stop()
    item?.playback.withLock { $0.engine = nil }
    (item, supply, sound, soundStart, current, redrawn) = (new, nil, nil, nil, nil, nil)
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
      supply = sources.images.map { FrameProvider($0, new.videoComposition, from: start, onChange: onChange) }
      sound = sources.sound.map { SoundPlayback($0, onChange: onChange) }
      sound?.setVolume(loudness)
      mix(new.playback.withLock(\.curves))
      followLoop(&later)
      if supply == nil { new.become(.readyToPlay) }
      seek = supply == nil ? nil : Seek(snaps: false, isJump: false)
    } catch {
      fail(error, &later)
    }
  }

  mutating func setRate(_ new: Float) {
    guard new >= 0, new <= 16 else {
      return note("a rate of \(new) is not played; give 0 to 16")
    }
    // What has failed stays where it is.
    guard new != rate, new == 0 || item?.status != .failed else { return }
    rate = new
    halt()
  }

  /// Lets time stand still; `begin` has it go on.
  private mutating func halt() {
    if let sound, timeline.source === sound {
      sound.run(false)
      // At another rate nothing is heard.
      if rate != 1, rate != 0 { soundStart = nil }
    }
    timeline = Timeline(source: clock, time: now)
    lastShown = nil
    supply?.follow(timeline, lap: lap)
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
    supply?.seek(.at(target, before: before), generation: generation, lap: lap)
  }

  private mutating func jump(to time: CMTime) {
    halt()
    generation += 1
    (steps, hasEnded, soundStart, redrawn) = (0, false, nil, nil)
    timeline.time = time
    supply?.follow(timeline, lap: lap)
  }

  mutating func step(by count: Int, _ later: inout [() -> Void]) {
    guard supply != nil, count != 0 else { return }
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
    supply?.seek(.before(from, count: -count), generation: generation, lap: lap)
  }

  /// The composition of the item is another one.
  mutating func recompose(_ composition: AVVideoComposition?) {
    supply?.use(composition)
    if !timeline.runs, let current, let supply { redrawn = supply.renewed(current) }
  }

  /// The mix of the item is another one.
  func mix(_ curves: [CMPersistentTrackID: VolumeCurve]) {
    if let sound { sound.setCurve(curves[sound.trackID] ?? VolumeCurve()) }
  }

  // MARK: what follows

  mutating func advance(_ later: inout [() -> Void]) {
    guard item != nil else { return }
    if let error = supply?.error { return fail(error, &later) }
    meetSeek(&later)
    if let redrawn, redrawn.isReady {
      self.redrawn = nil
      show(redrawn, &later)
    }
    takeSteps(&later)
    begin()
    if timeline.runs {
      turnOver(&later)
      showDue(&later)
      observers.tell(now, jumped: false)
      endIfDue(&later)
    }
  }

  /// Puts a frame in front, unless the composition failed for it: the one before stays then.
  @discardableResult private mutating func show(_ frame: PlayerFrame, _ later: inout [() -> Void]) -> Bool {
    if let error = frame.error {
      post(.AVPlayerItemNewErrorLogEntry, error, &later)
      return false
    }
    current = frame
    version += 1
    return true
  }

  private mutating func meetSeek(_ later: inout [() -> Void]) {
    guard let seek else { return }
    if let supply {
      if let first = supply.first, first.generation == generation {
        guard first.isReady else { return }
        supply.removeFirst()
        if show(first, &later) { item?.count(shown: 1) }
        if seek.snaps { timeline.time = first.time }
      } else if !supply.isExhausted {
        return
      }
    }
    item?.become(.readyToPlay)
    observers.tell(timeline.time, jumped: true)
    if seek.isJump { post(.AVPlayerItemTimeJumped, nil, &later) }
    finishSeek(true, &later)
  }

  private mutating func finishSeek(_ isDone: Bool, _ later: inout [() -> Void]) {
    for done in seek?.done ?? [] { later.append { done(isDone) } }
    seek = nil
  }

  private mutating func takeSteps(_ later: inout [() -> Void]) {
    while steps > 0, seek == nil, let supply {
      guard let first = supply.first else {
        if supply.isExhausted { steps = 0 }
        return
      }
      guard first.isReady else { return }
      supply.removeFirst()
      steps -= 1
      (timeline.time, lap) = (first.time, first.lap)
      if show(first, &later) { item?.count(shown: 1) }
      observers.tell(first.time, jumped: true)
    }
  }

  /// Has time go, once all is there that it needs.
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

  private mutating func go(_ line: Timeline) {
    timeline = line
    supply?.follow(line, lap: lap)
    observers.tell(now, jumped: true)
  }

  private mutating func showDue(_ later: inout [() -> Void]) {
    let (now, end) = (now, endTime)
    while let next = supply?.first, next.isReady, due(next) <= now, end.map({ next.time < $0 }) ?? true {
      supply?.removeFirst()
      guard show(next, &later) else { continue }
      // Who comes right behind another one takes its place before anybody saw it.
      let isUnseen = lastShown.map { now - $0 < Self.glimpse } ?? false
      item?.count(shown: isUnseen ? 0 : 1, passed: isUnseen ? 1 : 0)
      lastShown = now
    }
  }

  /// Where playback ends.
  var lastTime: CMTime? { endTime ?? current.map { $0.time + $0.duration } }

  private mutating func endIfDue(_ later: inout [() -> Void]) {
    guard seamless == nil, let last = lastTime, now >= last else { return }
    if let supply, !supply.isExhausted {
      guard endTime != nil, let first = supply.first, first.time >= last else { return }
    }
    post(.AVPlayerItemDidPlayToEndTime, nil, &later)
    if let loop {
      loopCount += 1
      return seek(to: loop.start, before: .zero, done: nil, &later)
    }
    if let sound, timeline.source === sound { sound.run(false) }
    timeline = Timeline(source: clock, time: last)
    supply?.follow(timeline, lap: lap)
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
