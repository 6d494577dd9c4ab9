import CoreImage
import CoreMedia
import Foundation

/// Images of an asset at given times. Safe on any thread; images are made one after another.
public final class AVAssetImageGenerator: @unchecked Sendable {
  /// What the images are of.
  public let asset: AVAsset
  /// True to turn images as the track says. False at first, as on Apple's systems.
  public var appliesPreferredTrackTransform = false
  /// The size that images are made to fit into, never larger than they are; a side of 0 is no bound. Zero at first.
  public var maximumSize = CGSize.zero
  /// How much earlier than asked an image may be: a key frame is found sooner. Any time at first, as on Apple's
  /// systems: `.zero` for exact images.
  public var requestedTimeToleranceBefore = CMTime.positiveInfinity
  /// How much later than asked an image may be; not used.
  public var requestedTimeToleranceAfter = CMTime.positiveInfinity
  /// What filters the images; then they are turned in any case. Its `frameDuration` has to be above 0.
  public var videoComposition: AVVideoComposition?

  private let queue = DispatchQueue(label: "AVFoundation.images")
  // Both of the queue.
  private var source: AssetFrameSource?
  private lazy var context = CIContext(options: [.cacheIntermediates: false, .name: "AVAssetImageGenerator"])

  /// A generator for an asset, whose properties are set before it is asked.
  public init(asset: AVAsset) { self.asset = asset }

  /// The image at a time, 8 bits of sRGB; highlights above white are rolled off.
  ///
  /// - Returns: the image, and when it begins.
  /// - Throws: an ``AVError`` where the asset cannot be read, has no image there, or the composition makes no sense;
  ///   what the composition's handler fails with.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.made(at: time) }) }
    }
  }

  /// The same; this thread waits.
  ///
  /// - Parameter actualTime: is told when the image begins.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (image, time) = try queue.sync { try made(at: requestedTime) }
    actualTime?.pointee = time
    return image
  }

  private func made(at time: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
    if let composition = videoComposition {
      guard composition.renderScale == 1, composition.frameDuration.isNumeric, composition.frameDuration > .zero else {
        throw AVError(
          .invalidVideoComposition,
          "images are made by compositions of scale 1 whose frameDuration is above 0; this one's is "
            + "\(composition.frameDuration.seconds) s", url: asset.source)
      }
    }
    guard time.isNumeric else {
      throw AVError(.operationNotSupportedForAsset, "\(time) is no time of an image", url: asset.source)
    }
    let source = try source ?? AssetFrameSource(asset)
    self.source = source
    let before = requestedTimeToleranceBefore.isValid ? requestedTimeToleranceBefore : .zero
    guard let found = try source.image(at: time, before: before) else {
      throw AVError(.decodeFailed, "there is no image", url: asset.source, time: time)
    }
    let isTurned = appliesPreferredTrackTransform || videoComposition != nil
    let frame = PlayerFrame(found, isTurned ? source.geometry : source.geometry.upright, generation: 0)
    let isAnswered = DispatchSemaphore(value: 0)
    frame.ask(videoComposition) { isAnswered.signal() }
    isAnswered.wait()
    if let error = frame.error { throw error }
    let image = fitted(frame.image)
    guard
      let result = context.createCGImage(
        image, from: image.extent, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    else { throw AVError(.unknown, "an image was not rendered", url: asset.source, time: found.time) }
    return (result, found.time)
  }

  private func fitted(_ image: CIImage) -> CIImage {
    let result = image.toneMapped(to: 1)
    let size = image.extent.size
    let across = maximumSize.width > 0 ? maximumSize.width / size.width : .infinity
    let up = maximumSize.height > 0 ? maximumSize.height / size.height : .infinity
    guard min(across, up) < 1 else { return result }
    let (width, height) = (
      max((size.width * min(across, up)).rounded(), 1), max((size.height * min(across, up)).rounded(), 1)
    )
    return result.scaled(
      across: width / size.width, up: height / size.height, to: CGSize(width: width, height: height))
  }
}

extension FrameGeometry {
  /// The same in square pixels, not turned.
  fileprivate var upright: FrameGeometry { FrameGeometry(pixelAspect: pixelAspect, transform: .identity) }

  private init(pixelAspect: Double, transform: CGAffineTransform) {
    self.pixelAspect = pixelAspect
    self.transform = transform
  }
}
