import CoreImage
import CoreMedia
import Foundation
import PixelFormats
import Synchronization

/// How the frames of an asset become those that are exported: by a handler that filters each.
///
/// The handler is called for each frame of the first enabled track of images, one call after the other, on a queue of
/// the composition's: it may use one filter for all frames. It may answer later, meanwhile the next frame is asked for;
/// at most three are under way.
open class AVVideoComposition: @unchecked Sendable {
  var settings: CompositionSettings
  let asset: AVAsset
  let handler: (AVAsynchronousCIImageFilteringRequest) -> Void
  let queue = DispatchQueue(label: "AVFoundation.composition")
  private let ownContext = Mutex<CIContext?>(nil)

  /// A composition by a handler. Reads the asset's header, on this thread; what is wrong with it, an export says.
  public required init(
    asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
  ) {
    (self.asset, handler) = (asset, applier)
    settings = (try? asset.firstVideo()).map { CompositionSettings($0) } ?? CompositionSettings()
  }

  /// A composition by a handler; no thread of Swift's waits for the disk.
  ///
  /// - Throws: an ``AVError`` where the asset cannot be read or has no images.
  public class func videoComposition(
    with asset: AVAsset,
    applyingCIFiltersWithHandler applier: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
  ) async throws -> Self {
    _ = try await asset.load(.tracks)
    _ = try asset.firstVideo()
    return Self(asset: asset, applyingCIFiltersWithHandler: applier)
  }

  /// A composition by a function from frame to image, which may run for several frames at a time.
  ///
  /// - Throws: an ``AVError`` where the asset cannot be read or has no images.
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

  /// What renders where the handler names no context; made when one is needed, once.
  var context: CIContext {
    ownContext.withLock { context in
      let made =
        context ?? CIContext(options: [.cacheIntermediates: false, .name: "AVVideoComposition"])
      context = made
      return made
    }
  }

  /// How long a frame is at the track's nominal rate; 1/30 s where nobody knows that. An export keeps the times of the
  /// source unless it is set.
  public var frameDuration: CMTime { settings.frameDuration }
  /// The track whose times the frames have; `kCMPersistentTrackID_Invalid` where they are on a grid of
  /// `frameDuration`.
  public var sourceTrackIDForFrameTiming: CMPersistentTrackID {
    settings.hasOwnTimes ? kCMPersistentTrackID_Invalid : settings.track
  }
  /// The size of what is rendered, in pixels: that of the track as it is shown.
  public var renderSize: CGSize { settings.renderSize }
  /// 1; other scales are not made.
  public var renderScale: Float { 1 }
  /// What primaries the result has: a value of `kCVImageBufferColorPrimariesKey`; nil: those of the source.
  public var colorPrimaries: String? { settings.colorPrimaries }
  /// What curve the result has: a value of `kCVImageBufferTransferFunctionKey`; nil: that of the source.
  public var colorTransferFunction: String? { settings.colorTransferFunction }
  /// What matrix the result has: a value of `kCVImageBufferYCbCrMatrixKey`; nil: that of the source.
  public var colorYCbCrMatrix: String? { settings.colorYCbCrMatrix }
}

/// A composition whose fields can be set, before an export begins.
public final class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  public override var frameDuration: CMTime {
    get { settings.frameDuration }
    set { (settings.frameDuration, settings.hasOwnTimes) = (newValue, true) }
  }
  /// Set to `kCMPersistentTrackID_Invalid`, frames are on a grid of `frameDuration`; set to the track of images, they
  /// have its times, whatever was set before. Exports know no other tracks.
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

/// A frame that is to be filtered.
public struct AVCIImageFilteringParameters: Sendable {
  /// When the frame is shown, from the asset's start on.
  public let compositionTime: CMTime
  /// The size in pixels of what is asked.
  public let renderSize: CGSize
  /// The frame as it is shown, its lower left corner at the origin.
  public let sourceImage: CIImage
}

/// A frame that was filtered.
public struct AVCIImageFilteringResult: Sendable {
  let resultImage: CIImage
  let ciContext: CIContext?

  /// An image, and what renders it; nil: a context of the composition's.
  public init(resultImage: CIImage, ciContext: CIContext? = nil) {
    (self.resultImage, self.ciContext) = (resultImage, ciContext)
  }
}

/// The fields of a composition.
struct CompositionSettings {
  var frameDuration = CMTime(value: 1, timescale: 30)
  /// True when somebody set `frameDuration`.
  var hasOwnTimes = false
  /// The track of images, and the one that somebody named for times; 0: none.
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

  /// What the result's codes mean: what is set, else what the source's mean. To be asked after `check`.
  func color(_ own: VideoColor) -> VideoColor {
    func number(_ text: String?, _ code: (CFString?) -> Int32, _ own: UInt8) -> UInt8 {
      text.map { UInt8(clamping: code($0 as CFString)) } ?? own
    }
    return VideoColor(
      primaries: number(colorPrimaries, CVColorPrimariesGetIntegerCodePointForString, own.primaries),
      transfer: number(colorTransferFunction, CVTransferFunctionGetIntegerCodePointForString, own.transfer),
      matrix: number(colorYCbCrMatrix, CVYCbCrMatrixGetIntegerCodePointForString, own.matrix))
  }

  /// - Throws: what no render can do.
  func check() throws(AVError) {
    let size = renderSize
    guard size.width >= 1, size.height >= 1, size.width <= 65_536, size.height <= 65_536 else {
      throw AVError(.invalidVideoComposition, "a render size of \(size.width)x\(size.height); sides are 1 to 65536")
    }
    guard [kCMPersistentTrackID_Invalid, track].contains(timingTrack) else {
      throw AVError(
        .invalidVideoComposition, "times of track \(timingTrack) are asked; the frames are those of track \(track)")
    }
    if hasOwnTimes, !frameDuration.isNumeric || frameDuration <= .zero {
      throw AVError(.invalidVideoComposition, "a frame duration of \(frameDuration); it is above 0")
    }
    let strings: [(String?, (CFString?) -> Int32, String)] = [
      (colorPrimaries, CVColorPrimariesGetIntegerCodePointForString, "primaries"),
      (colorTransferFunction, CVTransferFunctionGetIntegerCodePointForString, "curve"),
      (colorYCbCrMatrix, CVYCbCrMatrixGetIntegerCodePointForString, "matrix"),
    ]
    for (text, code, name) in strings {
      if let text, code(text as CFString) == 2 {
        throw AVError(.invalidVideoComposition, "\(text) is no \(name) that is known here")
      }
    }
  }
}
