import CoreMedia
import Foundation
import Synchronization

/// What a player plays: an asset, what filters its frames, and where it ends. For one player at a time. Safe on any
/// thread.
///
/// Here every frame that is shown has been filtered; seeks end when their frame has been, too.
open class AVPlayerItem: @unchecked Sendable {
  /// Whether it can be played.
  public enum Status: Int, Sendable {
    /// No player has read it yet.
    case unknown
    /// Its first frame is there.
    case readyToPlay
    /// It cannot be played, or not on: `error` says why.
    case failed
  }

  struct Playback: @unchecked Sendable {
    weak var engine: PlayerEngine?
    var status = Status.unknown
    var error: AVError?
    var composition: AVVideoComposition?
    var audioMix: AVAudioMix? { didSet { curves = audioMix?.curves ?? [:] } }
    /// How loud tracks are, by their numbers: as the mix said it when it was given.
    private(set) var curves: [CMPersistentTrackID: VolumeCurve] = [:]
    var end = CMTime.invalid
    var outputs: [AVPlayerItemVideoOutput] = []
    var shown = 0
    var passed = 0
    /// Dropped by decoders that are gone.
    var dropped = 0
  }

  /// The video or the sound.
  public let asset: AVAsset
  let playback = Mutex(Playback())

  /// An item of an asset. Nothing is read before a player has it.
  public init(asset: AVAsset) { self.asset = asset }

  /// An item of a file.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// Whether it can be played; known once a player has read it.
  public var status: Status { playback.withLock { $0.status } }
  /// Why it cannot be played, or not on: an ``AVError``; nil unless `status` is `failed`.
  public var error: (any Error)? { playback.withLock { $0.error } }

  /// How long it is; indefinite where the file does not say. Reads the header, on this thread, unless somebody did.
  public var duration: CMTime {
    let duration = asset.duration
    return duration.isNumeric ? duration : .indefinite
  }

  /// The size of what is shown, in pixels: that of the composition, else that of the video as it is shown.
  public var presentationSize: CGSize {
    if let composition = videoComposition { return composition.renderSize }
    return (try? asset.firstVideo()).map { CompositionSettings($0).renderSize } ?? .zero
  }

  /// What filters the frames; nil: nothing does. It may be exchanged at any time: the next frame that is shown is by
  /// the new one, and so is the frame that is shown while the player is paused.
  ///
  /// Where a handler answers with an error, the frame before stays, and `AVPlayerItemNewErrorLogEntry` is posted.
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

  /// How loud tracks of sound are over time; nil: as they are. It may be exchanged at any time: up to half a second
  /// that waits to be heard stays as it was. What it says when it is set counts.
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

  /// Where playback ends, before the end of the asset; invalid: there.
  public var forwardPlaybackEndTime: CMTime {
    get { playback.withLock { $0.end } }
    set {
      playback.withLock { $0.end = newValue }
      engine?.changed()
    }
  }

  /// The time of the frame that is shown.
  public func currentTime() -> CMTime { engine?.read { $0.now } ?? .zero }

  /// Goes so many frames on, or back for a number below 0, and pauses the player. The first and the last frame end it.
  ///
  /// A step back decodes from the last key frame on; up to 64 frames of that, or 256 MiB, are kept for further ones.
  public func step(byCount stepCount: Int) { engine?.perform { $0.step(by: stepCount, &$1) } }

  /// True: every item can.
  public var canStepForward: Bool { true }
  /// True: every item can.
  public var canStepBackward: Bool { true }

  /// Goes to the frame that is shown at a time; see ``AVPlayer/seek(to:completionHandler:)``.
  public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
    guard let engine else {
      completionHandler?(false)
      return
    }
    engine.perform { $0.seek(to: time, before: .zero, done: completionHandler, &$1) }
  }

  /// Frames that were given to the display so far, by an output or a view; one that was put off counts once.
  public var numberOfShownVideoFrames: Int { playback.withLock { $0.shown } }

  /// Frames that came too late, by more than the time that they are shown, and were not rendered.
  public var numberOfDroppedVideoFrames: Int {
    let supply = engine?.read(\.supply)
    return playback.withLock { $0.passed + $0.dropped } + (supply?.droppedCount ?? 0)
  }

  /// What takes frames as pixel buffers.
  public var outputs: [AVPlayerItemVideoOutput] { playback.withLock { $0.outputs } }

  /// Has an output get the frames.
  public func add(_ output: AVPlayerItemVideoOutput) {
    playback.withLock { $0.outputs.append(output) }
    output.attach(self)
  }

  /// Lets an output go.
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

  func count(shown: Int, passed: Int = 0) {
    playback.withLock { playback in
      playback.shown += shown
      playback.passed += passed
    }
  }

  /// The frame that is shown at a time, of those that are there.
  func frame(at time: CMTime) -> PlayerFrame? {
    engine?.read { state in
      let waiting = (state.supply?.waiting ?? []).filter { $0.isReady && $0.error == nil && state.due($0) <= time }
      return waiting.last ?? state.current.flatMap { state.due($0) <= time ? $0 : nil }
    }
  }
}
