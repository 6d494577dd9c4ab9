import CoreImage
import CoreMedia
import Foundation
import PixelFormats
import Synchronization

/// A composition of an asset's video track, whose handler filters every frame.
///
/// The handler is called for each frame of the first enabled video track, one call after another, on a queue of the
/// composition, so it may reuse one filter for all frames. If it answers later, the next frames are requested
/// meanwhile; at most three are in flight.
open class AVVideoComposition: @unchecked Sendable {
  var settings: CompositionSettings
  let asset: AVAsset
  let handler: (AVAsynchronousCIImageFilteringRequest) -> Void
  let queue = DispatchQueue(label: "AVFoundation.composition")
  private let ownContext = Mutex<CIContext?>(nil)

  /// Creates a composition with a handler. Reads the asset's header on the calling thread; an export reports its
  /// errors.
  public required init(
    asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
  ) {
    (self.asset, handler) = (asset, applier)
    settings = (try? asset.firstVideo()).map { CompositionSettings($0) } ?? CompositionSettings()
  }

  /// Creates a composition with a handler, without blocking threads of Swift's concurrency pool.
  ///
  /// - Throws: an ``AVError`` if the asset cannot be read or has no video track.
  public class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> Self {
    _ = try await asset.load(.tracks)
    _ = try asset.firstVideo()
    return Self(asset: asset, applyingCIFiltersWithHandler: applier)
  }

  /// Creates a composition with an asynchronous function, which may run for several frames at a time.
  ///
  /// - Throws: an ``AVError`` if the asset cannot be read or has no video track.
  public convenience init(
    applyingFiltersTo asset: AVAsset,
    applier:
      @escaping @Sendable (AVCIImageFilteringParameters) async throws -> AVCIImageFilteringResult
  ) async throws {
    _ = try await asset.load(.tracks)
    _ = try asset.firstVideo()
    self.init(asset: asset) { request in
      let parameters = AVCIImageFilteringParameters(
        compositionTime: request.compositionTime, renderSize: request.renderSize,
        sourceImage: request.sourceImage)
      Task {
        do {
          let result = try await applier(parameters)
          request.finish(with: result.resultImage, context: result.ciContext)
        } catch {
          request.finish(with: error)
        }
      }
    }
  }

  /// The context that renders answers without a context. Created on first use.
  var context: CIContext {
    ownContext.withLock { context in
      let shared =
        context ?? CIContext(options: [.cacheIntermediates: false, .name: "AVVideoComposition"])
      context = shared
      return shared
    }
  }

  /// The duration of a frame at the track's nominal rate; 1/30 s if that is not known. An export keeps the times of the
  /// source unless this property is set.
  public var frameDuration: CMTime { settings.frameDuration }
  /// The track that determines the frames' times; `kCMPersistentTrackID_Invalid` if they are multiples of
  /// `frameDuration`.
  public var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    settings.hasOwnTimes ? kCMPersistentTrackID_Invalid : settings.track
  }
  /// The size of rendered frames, in pixels; by default the display size of the track.
  public var renderSize: CGSize { settings.renderSize }
  /// Always 1; other scales are not supported.
  public var renderScale: Float { 1 }
  /// The primaries of the result: a value of `kCVImageBufferColorPrimariesKey`; nil for those of the source.
  public var colorPrimaries: String? { settings.colorPrimaries }
  /// The transfer function of the result: a value of `kCVImageBufferTransferFunctionKey`; nil for that of the source.
  public var colorTransferFunction: String? { settings.colorTransferFunction }
  /// The matrix of the result: a value of `kCVImageBufferYCbCrMatrixKey`; nil for that of the source.
  public var colorYCbCrMatrix: String? { settings.colorYCbCrMatrix }
}

/// A composition whose properties can be set before an export begins.
public final class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  public override var frameDuration: CMTime {
    get { settings.frameDuration }
    set { (settings.frameDuration, settings.hasOwnTimes) = (newValue, true) }
  }
  /// The track that determines the frames' times. If set to `kCMPersistentTrackID_Invalid`, times are multiples of
  /// `frameDuration`. If set to the video track, frames have its times, regardless of earlier settings. Exports reject
  /// other tracks.
  public override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    get { super.sourceTrackIDForFrameTiming }
    set {
      settings.hasOwnTimes = newValue == kCMPersistentTrackID_Invalid
      settings.timingTrack = newValue
    }
  }
  public override var renderSize: CGSize {
    get { settings.renderSize }
    set { settings.renderSize = newValue }
  }
  public override var colorPrimaries: String? {
    get { settings.colorPrimaries }
    set { settings.colorPrimaries = newValue }
  }
  public override var colorTransferFunction: String? {
    get { settings.colorTransferFunction }
    set { settings.colorTransferFunction = newValue }
  }
  public override var colorYCbCrMatrix: String? {
    get { settings.colorYCbCrMatrix }
    set { settings.colorYCbCrMatrix = newValue }
  }
}

/// The input of a filter function.
public struct AVCIImageFilteringParameters: Sendable {
  /// The presentation time of the frame, from the asset's start.
  public let compositionTime: CMTime
  /// The requested size, in pixels.
  public let renderSize: CGSize
  /// The frame in display orientation, with its lower left corner at the origin.
  public let sourceImage: CIImage
}

/// The result of a filter function.
public struct AVCIImageFilteringResult: Sendable {
  let resultImage: CIImage
  let ciContext: CIContext?

  /// Creates a result with an image and the context that renders it; nil for a context of the composition.
  public init(resultImage: CIImage, ciContext: CIContext? = nil) {
    (self.resultImage, self.ciContext) = (resultImage, ciContext)
  }
}

/// The properties of a composition.
struct CompositionSettings {
  var frameDuration = CMTime(value: 1, timescale: 30)
  /// Whether `frameDuration` was set.
  var hasOwnTimes = false
  /// The video track, and the track that was set for times; 0 for none.
  var track = kCMPersistentTrackID_Invalid
  var timingTrack = kCMPersistentTrackID_Invalid
  var renderSize = CGSize.zero
  var colorPrimaries: String?
  var colorTransferFunction: String?
  var colorYCbCrMatrix: String?

  init() {}

  init(_ track: TrackFacts) {
    if let duration = track.frameDuration { frameDuration = duration }
    self.track = track.trackID
    renderSize = FrameGeometry(track).size(
      width: Int(track.stream.width), height: Int(track.stream.height))
  }

  /// Returns the colour properties of the result: those of the composition, or else those of the source. Must be called
  /// after `check`.
  func color(_ source: VideoColor) -> VideoColor {
    func number(_ text: String?, _ code: (CFString?) -> Int32, _ source: UInt8) -> UInt8 {
      text.map { UInt8(clamping: code($0 as CFString)) } ?? source
    }
    return VideoColor(
      primaries: number(colorPrimaries, CVColorPrimariesGetIntegerCodePointForString, source.primaries),
      transfer: number(colorTransferFunction, CVTransferFunctionGetIntegerCodePointForString, source.transfer),
      matrix: number(colorYCbCrMatrix, CVYCbCrMatrixGetIntegerCodePointForString, source.matrix))
  }

  /// Checks the properties.
  ///
  /// - Throws: the first property that cannot be rendered.
  func check() throws(AVError) {
    let size = renderSize
    guard size.width >= 1, size.height >= 1, size.width <= 65_536, size.height <= 65_536 else {
      throw AVError(
        .invalidVideoComposition,
        "each side of the render size must be between 1 and 65536 (got \(size.width)x\(size.height))")
    }
    guard [kCMPersistentTrackID_Invalid, track].contains(timingTrack) else {
      throw AVError(
        .invalidVideoComposition,
        "times of track \(timingTrack) are requested, but the frames are those of track \(track)")
    }
    if hasOwnTimes, !frameDuration.isNumeric || frameDuration <= .zero {
      throw AVError(.invalidVideoComposition, "the frame duration must be above 0 (got \(frameDuration))")
    }
    let strings: [(String?, (CFString?) -> Int32, String)] = [
      (colorPrimaries, CVColorPrimariesGetIntegerCodePointForString, "colorPrimaries"),
      (colorTransferFunction, CVTransferFunctionGetIntegerCodePointForString, "colorTransferFunction"),
      (colorYCbCrMatrix, CVYCbCrMatrixGetIntegerCodePointForString, "colorYCbCrMatrix"),
    ]
    for (text, code, name) in strings {
      if let text, code(text as CFString) == 2 {
        throw AVError(
          .invalidVideoComposition,
          "\(name) is \(text), which is not supported; use a constant of Core Video")
      }
    }
  }
}
