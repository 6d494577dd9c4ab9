import CVideo
import CoreMedia
import Foundation

/// Plays an item's sound, by a thread of its own that decodes and a device that takes. As a clock it says what is
/// heard.
final class SoundPlayback: PlaybackClock, @unchecked Sendable {
  private let source: SoundSource
  private let onChange: @Sendable () -> Void
  private let condition = NSCondition()
  // All below under the condition.
  private var speaker: OpaquePointer?
  private var isOpen = false
  private var isStopped = false
  private var wish: CMTime?
  /// The number of the device's pair at which what was asked last begins; nil while too little of it is there.
  private var begins: Int64?
  private var volume: Float = 1
  /// How loud the item is over its own time.
  private var curve = VolumeCurve()
  /// What is played again and again, and how often that has begun again since the last wish.
  private var loop: CMTimeRange?
  private var laps = 0

  /// Pairs that have to be there before time goes.
  private static let enough = 4096

  init(_ source: SoundSource, onChange: @escaping @Sendable () -> Void) {
    (self.source, self.onChange) = (source, onChange)
    let thread = Thread { [self] in run() }
    thread.name = "AVFoundation.sound"
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// The track that is played.
  var trackID: CMPersistentTrackID { source.track.trackID }

  /// What is heard, in pairs.
  var now: CMTime {
    let heard = condition.withLock { speaker.map { vd_speaker_heard($0) } ?? 0 }
    return CMTime(value: heard, timescale: source.form.rate)
  }

  /// Ends the thread; the device is given back there.
  func stop() {
    condition.withLock {
      isStopped = true
      if let speaker { vd_speaker_run(speaker, false) }
      condition.broadcast()
    }
    source.stop()
  }

  /// Drops what waits, and gets ready to play from a time on.
  func prepare(at time: CMTime) {
    condition.withLock {
      if let speaker { vd_speaker_run(speaker, false) }
      (wish, begins) = (time, nil)
      condition.broadcast()
    }
  }

  /// Has sound begin again at the end of a range, without a gap; nil: nowhere. Before a wish.
  ///
  /// - Returns: false where a later lap waits already that is not wanted now: then a wish has to follow.
  func setLoop(_ range: CMTimeRange?, heardLaps: Int) -> Bool {
    condition.withLock {
      loop = range
      return laps == heardLaps
    }
  }

  enum Readiness: Equatable {
    case notYet
    /// The clock's time at which what was asked begins.
    case at(CMTime)
    /// There is no device, or nothing that can be decoded.
    case never
  }

  var readiness: Readiness {
    condition.withLock {
      if isStopped { return .never }
      return begins.map { .at(CMTime(value: $0, timescale: source.form.rate)) } ?? .notYet
    }
  }

  /// Lets the device go on, or has it wait.
  func run(_ runs: Bool) { condition.withLock { if let speaker { vd_speaker_run(speaker, runs) } } }

  /// 0 silent, 1 as it is.
  func setVolume(_ volume: Float) {
    condition.withLock {
      self.volume = volume
      if let speaker { vd_speaker_set_volume(speaker, volume) }
    }
  }

  /// How loud the item is over its own time. What waits at the device stays as it is.
  func setCurve(_ curve: VolumeCurve) { condition.withLock { self.curve = curve } }

  private func run() {
    do {
      try open()
      while let time = nextWish() {
        try source.seek(to: time)
        try fill(from: time)
      }
    } catch {
      // A video whose sound cannot be played is shown all the same.
      if !condition.withLock({ isStopped }) { AVFoundation.note("sound is not played: \(error)") }
    }
    let speaker = condition.withLock {
      defer { self.speaker = nil }
      isStopped = true
      return self.speaker
    }
    vd_speaker_close(speaker)
    onChange()
  }

  private func open() throws(AVError) {
    try source.open()
    var failure = VDFailure()
    guard let speaker = vd_speaker_open(&failure) else { throw AVError(failure, nil) }
    condition.withLock {
      self.speaker = speaker
      vd_speaker_set_volume(speaker, volume)
    }
  }

  private func nextWish() -> CMTime? {
    condition.withLock {
      while wish == nil, !isStopped { condition.wait() }
      defer { (wish, laps) = (nil, 0) }
      return isStopped ? nil : wish
    }
  }

  /// Writes until something else is wished; silence behind the end, so that time goes on.
  private func fill(from time: CMTime) throws(AVError) {
    guard let first = condition.withLock({ isStopped ? nil : speaker.map { vd_speaker_clear($0) } }) else { return }
    let silence = [UInt8](repeating: 0, count: 1024 * source.form.momentBytes)
    var hasEnded = false
    var written: Int64 = 0
    // The time of the item at which pair 0 of these is heard.
    var (start, place) = (time, Int64(0))
    while true {
      var pairs = silence
      if !hasEnded {
        if let found = try source.next() { pairs = found } else { hasEnded = true }
      }
      let next = seam(from: time, written, pairs.count / source.form.momentBytes)
      if let next { pairs.removeLast(pairs.count - next.count * source.form.momentBytes) }
      let count = Int64(pairs.count / source.form.momentBytes)
      makeLoud(&pairs, from: start, place)
      guard write(pairs, from: first) else { return }
      (written, place) = (written + count, place + count)
      if let next {
        try source.seek(to: next.start)
        (hasEnded, start, place) = (false, next.start, 0)
      }
    }
  }

  private func makeLoud(_ pairs: inout [UInt8], from start: CMTime, _ place: Int64) {
    let curve = condition.withLock { self.curve }
    guard curve.changesAnything else { return }
    let steps = curve.steps(from: start, rate: source.form.rate)
    let count = pairs.count / source.form.momentBytes
    pairs.withUnsafeMutableBytes { bytes in
      guard let numbers = bytes.bindMemory(to: Float.self).baseAddress else { return }
      vd_make_loud(steps, Int32(steps.count), place, numbers, source.form.channels, Int32(count))
    }
  }

  /// Where a lap ends within the next pairs: how many of them are left of it, and where the next one begins. Laps are
  /// counted from the wish on, so that rounding does not add up.
  private func seam(from time: CMTime, _ written: Int64, _ count: Int) -> (count: Int, start: CMTime)? {
    condition.withLock {
      guard let loop else { return nil }
      let end = loop.end - time + loop.duration * Int32(clamping: laps)
      let left = TimeUnit(1, source.form.rate).count(end) - written
      guard left <= Int64(count) else { return nil }
      laps += 1
      return (Int(max(left, 0)), loop.start)
    }
  }

  /// Waits for room. False when something else is wished.
  private func write(_ pairs: [UInt8], from first: Int64) -> Bool {
    var rest = pairs[...]
    let pairBytes = source.form.momentBytes
    while !rest.isEmpty {
      condition.lock()
      guard let speaker, wish == nil, !isStopped else {
        condition.unlock()
        return false
      }
      let written = rest.withUnsafeBytes { bytes in
        vd_speaker_write(
          speaker, bytes.bindMemory(to: Float.self).baseAddress!, Int32(clamping: bytes.count / pairBytes))
      }
      rest = rest.dropFirst(Int(written) * pairBytes)
      let isReady = begins == nil && (Int(vd_speaker_waiting(speaker)) >= Self.enough || written == 0)
      if isReady { begins = first }
      if written == 0 { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.02)) }
      condition.unlock()
      if isReady { onChange() }
    }
    return true
  }
}
