import CoreImage
import CoreMedia
import Foundation

/// A generator of images of an asset at given times. Safe on any thread; images are rendered one after another.
public final class AVAssetImageGenerator: @unchecked Sendable {
  /// The asset.
  public let asset: AVAsset
  /// Whether images are in display orientation. False by default, as on Apple's systems.
  public var appliesPreferredTrackTransform = false
  /// The size into which images are scaled down to fit; a side of 0 is not limited. Zero by default.
  public var maximumSize = CGSize.zero
  /// The time by which an image may be earlier than requested, so that decoding can stop at a key frame. Unlimited by
  /// default, as on Apple's systems; `.zero` for exact images.
  public var requestedTimeToleranceBefore = CMTime.positiveInfinity
  /// The time by which an image may be later than requested; ignored.
  public var requestedTimeToleranceAfter = CMTime.positiveInfinity
  /// The composition that filters the images, in display orientation. Its `frameDuration` must be above 0.
  public var videoComposition: AVVideoComposition?

  private let queue = DispatchQueue(label: "AVFoundation.images")
  // Both are confined to the queue.
  private var source: AssetFrameSource?
  private lazy var context = CIContext(options: [.cacheIntermediates: false, .name: "AVAssetImageGenerator"])

  /// Creates a generator for an asset. Its properties must be set before the first request.
  public init(asset: AVAsset) { self.asset = asset }

  /// Returns the image at a time, in 8 bits of sRGB. Highlights above white are rolled off.
  ///
  /// - Returns: the image and its presentation time.
  /// - Throws: an ``AVError`` if the asset cannot be read, has no image at this time, or has an invalid composition;
  ///   the error of the composition's handler.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try self.render(at: time) }) }
    }
  }

  /// Returns the image at a time, blocking the calling thread.
  ///
  /// - Parameter actualTime: receives the presentation time of the image.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (image, time) = try queue.sync { try render(at: requestedTime) }
    actualTime?.pointee = time
    return image
  }

  private func render(at time: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
    if let composition = videoComposition {
      guard composition.renderScale == 1, composition.frameDuration.isNumeric, composition.frameDuration > .zero else {
        throw AVError(
          .invalidVideoComposition,
          "the composition must have a renderScale of 1 and a frameDuration above 0 (got "
            + "\(composition.frameDuration.seconds) s)", url: asset.source)
      }
    }
    guard time.isNumeric else {
      throw AVError(
        .operationNotSupportedForAsset, "the time of an image must be numeric (got \(time))", url: asset.source)
    }
    let source = try source ?? AssetFrameSource(asset)
    self.source = source
    let before = requestedTimeToleranceBefore.isValid ? requestedTimeToleranceBefore : .zero
    guard let found = try source.image(at: time, before: before) else {
      throw AVError(.decodeFailed, "there is no image at this time", url: asset.source, time: time)
    }
    let isUpright = appliesPreferredTrackTransform || videoComposition != nil
    let frame = PlayerFrame(found, isUpright ? source.geometry : source.geometry.unrotated, generation: 0)
    let isAnswered = DispatchSemaphore(value: 0)
    frame.request(videoComposition) { isAnswered.signal() }
    isAnswered.wait()
    if let error = frame.error { throw error }
    let image = fitted(frame.image)
    guard
      let result = context.createCGImage(
        image, from: image.extent, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    else { throw AVError(.unknown, "the image could not be rendered", url: asset.source, time: found.time) }
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
  /// The geometry in square pixels, without the display orientation.
  fileprivate var unrotated: FrameGeometry { FrameGeometry(pixelAspect: pixelAspect, transform: .identity) }

  private init(pixelAspect: Double, transform: CGAffineTransform) {
    self.pixelAspect = pixelAspect
    self.transform = transform
  }
}
