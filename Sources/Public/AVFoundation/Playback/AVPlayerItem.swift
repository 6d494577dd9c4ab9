import CoreMedia
import Foundation
import Synchronization

/// An item of a player: an asset, the composition of its frames, and its end time. For one player at a time. Safe on
/// any thread.
///
/// Every frame that is shown is filtered, also during seeks, which end when their frame is filtered.
open class AVPlayerItem: @unchecked Sendable {
  /// Whether the item can be played.
  public enum Status: Int, Sendable {
    /// No player has read the item yet.
    case unknown
    /// The first frame is ready.
    case readyToPlay
    /// The item cannot be played, or not any further: `error` has the reason.
    case failed
  }

  struct Playback: @unchecked Sendable {
    weak var engine: PlayerEngine?
    var status = Status.unknown
    var error: AVError?
    var composition: AVVideoComposition?
    var audioMix: AVAudioMix? { didSet { curves = audioMix?.curves ?? [:] } }
    /// The volume curves, by track identifiers, copied when the mix was set.
    private(set) var curves: [CMPersistentTrackID: VolumeCurve] = [:]
    var end = CMTime.invalid
    var outputs: [AVPlayerItemVideoOutput] = []
    var shown = 0
    var skipped = 0
    /// The number of frames that previous decoders have dropped.
    var dropped = 0
  }

  /// The video or audio asset.
  public let asset: AVAsset
  let playback = Mutex(Playback())

  /// Creates an item of an asset. Nothing is read before a player has the item.
  public init(asset: AVAsset) { self.asset = asset }

  /// Creates an item of a file.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// Whether the item can be played; known after a player has read it.
  public var status: Status { playback.withLock { $0.status } }
  /// The error of a failed item: an ``AVError``; nil unless `status` is `failed`.
  public var error: (any Error)? { playback.withLock { $0.error } }

  /// The duration; indefinite if the file does not specify it. Reads the header on the calling thread if necessary.
  public var duration: CMTime {
    let duration = asset.duration
    return duration.isNumeric ? duration : .indefinite
  }

  /// The display size, in pixels: that of the composition, or else that of the video track.
  public var presentationSize: CGSize {
    if let composition = videoComposition { return composition.renderSize }
    return (try? asset.firstVideo()).map { CompositionSettings($0).renderSize } ?? .zero
  }

  /// The composition that filters the frames; nil for none. It may be replaced at any time. The new one applies to the
  /// next frame, or to the current frame if the player is paused.
  ///
  /// If a handler answers with an error, the previous frame stays, and `AVPlayerItemNewErrorLogEntry` is posted.
  public var videoComposition: AVVideoComposition? {
    get { playback.withLock { $0.composition } }
    set {
      let engine = playback.withLock { playback in
        playback.composition = newValue
        return playback.engine
      }
      engine?.perform { state, _ in state.recompose(newValue) }
    }
  }

  /// The volume of sound tracks over time; nil for the original volume. It may be replaced at any time, but up to half
  /// a second of buffered sound is unchanged. The mix is read when it is set.
  public var audioMix: AVAudioMix? {
    get { playback.withLock { $0.audioMix } }
    set {
      let (engine, curves) = playback.withLock { playback in
        playback.audioMix = newValue
        return (playback.engine, playback.curves)
      }
      engine?.perform { state, _ in state.mix(curves) }
    }
  }

  /// The end time of playback, before the end of the asset; invalid for the end of the asset.
  public var forwardPlaybackEndTime: CMTime {
    get { playback.withLock { $0.end } }
    set {
      playback.withLock { $0.end = newValue }
      engine?.changed()
    }
  }

  /// Returns the current time of the item.
  public func currentTime() -> CMTime { engine?.read { $0.now } ?? .zero }

  /// Steps this number of frames forward, or back for a negative number, and pauses the player. Stepping stops at the
  /// first and the last frame.
  ///
  /// A step back decodes from the previous key frame. Up to 64 of these frames, or 256 MiB, are cached for further
  /// steps.
  public func step(byCount stepCount: Int) { engine?.perform { $0.step(by: stepCount, &$1) } }

  /// Always true.
  public var canStepForward: Bool { true }
  /// Always true.
  public var canStepBackward: Bool { true }

  /// Seeks to the frame that is shown at a time; see ``AVPlayer/seek(to:completionHandler:)``.
  public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
    guard let engine else {
      completionHandler?(false)
      return
    }
    engine.perform { $0.seek(to: time, before: .zero, done: completionHandler, &$1) }
  }

  /// The number of frames that an output or a view has displayed; a repeated frame counts once.
  public var numberOfShownVideoFrames: Int { playback.withLock { $0.shown } }

  /// The number of frames that were late by more than their duration, and were not rendered.
  public var numberOfDroppedVideoFrames: Int {
    let provider = engine?.read(\.provider)
    return playback.withLock { $0.skipped + $0.dropped } + (provider?.droppedCount ?? 0)
  }

  /// The outputs that provide frames as pixel buffers.
  public var outputs: [AVPlayerItemVideoOutput] { playback.withLock { $0.outputs } }

  /// Adds an output.
  public func add(_ output: AVPlayerItemVideoOutput) {
    playback.withLock { $0.outputs.append(output) }
    output.attach(self)
  }

  /// Removes an output.
  public func remove(_ output: AVPlayerItemVideoOutput) {
    playback.withLock { $0.outputs.removeAll { $0 === output } }
    output.attach(nil)
  }

  // MARK: for the engine

  var engine: PlayerEngine? { playback.withLock { $0.engine } }

  func become(_ status: Status, _ error: AVError? = nil) {
    playback.withLock { playback in
      guard playback.status != .failed else { return }
      (playback.status, playback.error) = (status, error)
    }
  }

  func count(shown: Int, skipped: Int = 0) {
    playback.withLock { playback in
      playback.shown += shown
      playback.skipped += skipped
    }
  }

  /// Returns the frame for a time, of the frames that are ready.
  func frame(at time: CMTime) -> PlayerFrame? {
    engine?.read { state in
      let waiting = (state.provider?.waiting ?? []).filter { $0.isReady && $0.error == nil && state.due($0) <= time }
      return waiting.last ?? state.current.flatMap { state.due($0) <= time ? $0 : nil }
    }
  }
}
