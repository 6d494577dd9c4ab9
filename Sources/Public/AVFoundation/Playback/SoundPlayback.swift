import CVideo
import CoreMedia
import Foundation

/// The playback of an item's sound: a thread that decodes, and an audio device. As a clock it returns the audible time.
final class SoundPlayback: PlaybackClock, @unchecked Sendable {
  private let source: SoundSource
  private let onChange: @Sendable () -> Void
  private let condition = NSCondition()
  // The properties below are guarded by the condition.
  private var speaker: OpaquePointer?
  private var isOpen = false
  private var isStopped = false
  private var requestedTime: CMTime?
  /// The index of the device's sample frame at which the requested sound begins; nil until enough is buffered.
  private var begins: Int64?
  private var volume: Float = 1
  /// The volume of the item over its own time.
  private var curve = VolumeCurve()
  /// The range that is repeated, and the number of repetitions since the last request.
  private var loop: CMTimeRange?
  private var laps = 0

  /// The number of sample frames that must be buffered before playback starts.
  private static let minimumBuffer = 4096

  init(_ source: SoundSource, onChange: @escaping @Sendable () -> Void) {
    (self.source, self.onChange) = (source, onChange)
    let thread = Thread { [self] in run() }
    thread.name = "AVFoundation.sound"
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// The identifier of the track.
  var trackID: CMPersistentTrackID { source.track.trackID }

  /// The audible time, in sample frames of the device.
  var now: CMTime {
    let audible = condition.withLock { speaker.map { vd_speaker_heard($0) } ?? 0 }
    return CMTime(value: audible, timescale: source.format.rate)
  }

  /// Ends the thread, which closes the device.
  func stop() {
    condition.withLock {
      isStopped = true
      if let speaker { vd_speaker_run(speaker, false) }
      condition.broadcast()
    }
    source.stop()
  }

  /// Drops buffered sound and prepares playback from a time on.
  func prepare(at time: CMTime) {
    condition.withLock {
      if let speaker { vd_speaker_run(speaker, false) }
      (requestedTime, begins) = (time, nil)
      condition.broadcast()
    }
  }

  /// Makes sound restart without a gap at the end of a range; nil for none. Must be called before a request.
  ///
  /// - Returns: false if a later iteration is already buffered that is no longer valid. The caller must then make a
  ///   request.
  func setLoop(_ range: CMTimeRange?, heardLaps: Int) -> Bool {
    condition.withLock {
      loop = range
      return laps == heardLaps
    }
  }

  enum Readiness: Equatable {
    case notYet
    /// The clock's time at which the requested sound begins.
    case at(CMTime)
    /// There is no device, or the sound cannot be decoded.
    case never
  }

  var readiness: Readiness {
    condition.withLock {
      if isStopped { return .never }
      return begins.map { .at(CMTime(value: $0, timescale: source.format.rate)) } ?? .notYet
    }
  }

  /// Runs or pauses the device.
  func run(_ runs: Bool) { condition.withLock { if let speaker { vd_speaker_run(speaker, runs) } } }

  /// Sets the volume: 0 for silence, 1 for the original volume.
  func setVolume(_ volume: Float) {
    condition.withLock {
      self.volume = volume
      if let speaker { vd_speaker_set_volume(speaker, volume) }
    }
  }

  /// Sets the volume curve over the item's own time. Buffered sound is unchanged.
  func setCurve(_ curve: VolumeCurve) { condition.withLock { self.curve = curve } }

  private func run() {
    do {
      try open()
      while let time = nextRequest() {
        try source.seek(to: time)
        try fill(from: time)
      }
    } catch {
      // A video whose sound cannot be played is played without sound.
      if !condition.withLock({ isStopped }) { AVFoundation.note("sound cannot be played: \(error)") }
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

  private func nextRequest() -> CMTime? {
    condition.withLock {
      while requestedTime == nil, !isStopped { condition.wait() }
      defer { (requestedTime, laps) = (nil, 0) }
      return isStopped ? nil : requestedTime
    }
  }

  /// Writes sound until another request; silence after the end, so that time advances.
  private func fill(from time: CMTime) throws(AVError) {
    guard let first = condition.withLock({ isStopped ? nil : speaker.map { vd_speaker_clear($0) } }) else { return }
    let silence = [UInt8](repeating: 0, count: 1024 * source.format.bytesPerFrame)
    var hasEnded = false
    var written: Int64 = 0
    // The item's time of sample frame 0, and the index of the next sample frame.
    var (start, position) = (time, Int64(0))
    while true {
      var samples = silence
      if !hasEnded {
        if let found = try source.next() { samples = found } else { hasEnded = true }
      }
      let next = seam(from: time, written, samples.count / source.format.bytesPerFrame)
      if let next { samples.removeLast(samples.count - next.count * source.format.bytesPerFrame) }
      let count = Int64(samples.count / source.format.bytesPerFrame)
      applyVolume(&samples, from: start, position)
      guard write(samples, from: first) else { return }
      (written, position) = (written + count, position + count)
      if let next {
        try source.seek(to: next.start)
        (hasEnded, start, position) = (false, next.start, 0)
      }
    }
  }

  private func applyVolume(_ samples: inout [UInt8], from start: CMTime, _ position: Int64) {
    let curve = condition.withLock { self.curve }
    guard curve.changesAnything else { return }
    let steps = curve.steps(from: start, rate: source.format.rate)
    let count = samples.count / source.format.bytesPerFrame
    samples.withUnsafeMutableBytes { bytes in
      guard let floats = bytes.bindMemory(to: Float.self).baseAddress else { return }
      vd_apply_volume(steps, Int32(steps.count), position, floats, source.format.channels, Int32(count))
    }
  }

  /// Returns the number of sample frames until the end of an iteration and the start of the next one, if the next
  /// samples contain it. Iterations are counted from the request, so that rounding errors do not accumulate.
  private func seam(from time: CMTime, _ written: Int64, _ count: Int) -> (count: Int, start: CMTime)? {
    condition.withLock {
      guard let loop else { return nil }
      let end = loop.end - time + loop.duration * Int32(clamping: laps)
      let remaining = TimeUnit(1, source.format.rate).count(end) - written
      guard remaining <= Int64(count) else { return nil }
      laps += 1
      return (Int(max(remaining, 0)), loop.start)
    }
  }

  /// Waits for space and writes samples. Returns false after another request.
  private func write(_ samples: [UInt8], from first: Int64) -> Bool {
    var remaining = samples[...]
    let frameBytes = source.format.bytesPerFrame
    while !remaining.isEmpty {
      condition.lock()
      guard let speaker, requestedTime == nil, !isStopped else {
        condition.unlock()
        return false
      }
      let written = remaining.withUnsafeBytes { bytes in
        vd_speaker_write(
          speaker, bytes.bindMemory(to: Float.self).baseAddress!, Int32(clamping: bytes.count / frameBytes))
      }
      remaining = remaining.dropFirst(Int(written) * frameBytes)
      let isReady = begins == nil && (Int(vd_speaker_waiting(speaker)) >= Self.minimumBuffer || written == 0)
      if isReady { begins = first }
      if written == 0 { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.02)) }
      condition.unlock()
      if isReady { onChange() }
    }
    return true
  }
}
