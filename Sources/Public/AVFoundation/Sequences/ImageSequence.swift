import CVideo
import CoreImage
import CoreMedia
import Foundation
import Synchronization

/// Images at a constant rate as an asset: numbered files, or images that an app draws. Only for exports; `frames(of:)`
/// does not support it.
package final class ImageSequence: AVAsset, @unchecked Sendable {
  let frameDuration: CMTime
  let count: Int
  let size: (width: Int, height: Int)
  let image: @Sendable (Int) throws -> CIImage

  /// - Parameters:
  ///   - url: the URL that errors contain.
  ///   - size: the size of all images, in pixels.
  ///   - frameDuration: the duration of each image.
  ///   - image: returns the image of an index from 0, on a thread of the export.
  package init(
    url: URL, size: (width: Int, height: Int), frameDuration: CMTime, count: Int,
    image: @escaping @Sendable (Int) throws -> CIImage
  ) {
    (self.size, self.frameDuration, self.count, self.image) = (size, frameDuration, count, image)
    super.init(file: url)
  }

  override func facts() throws(AVError) -> AssetFacts {
    var stream = VDStream()
    (stream.kind, stream.number, stream.isEnabled) = (VD_VIDEO, 1, true)
    (stream.unitNumerator, stream.unitDenominator) = (Int32(clamping: frameDuration.value), frameDuration.timescale)
    (stream.rateNumerator, stream.rateDenominator) = (stream.unitDenominator, stream.unitNumerator)
    (stream.start, stream.duration) = (0, Int64(count))
    (stream.width, stream.height, stream.depth) = (Int32(clamping: size.width), Int32(clamping: size.height), 8)
    // sRGB.
    (stream.primaries, stream.transfer, stream.matrix, stream.isFullRange) = (1, 13, 0, true)
    let track = TrackFacts(index: 0, stream: stream, assetStart: .zero)
    return AssetFacts(tracks: [track], duration: track.timeRange.duration, format: "images", tags: [:])
  }
}

/// A source that renders the images of a sequence into buffers, one after another.
final class SequenceFrames: FrameSource, @unchecked Sendable {
  let media: MediaFile? = nil
  private let sequence: ImageSequence
  private let range: CMTimeRange
  private var number = 0
  private let isStopped = Mutex(false)
  private let context = CIContext(options: [.cacheIntermediates: false, .name: "ImageSequence"])

  init(_ sequence: ImageSequence, in range: CMTimeRange) { (self.sequence, self.range) = (sequence, range) }

  func open(passing tracks: [TrackFacts]) {}

  func stop() { isStopped.withLock { $0 = true } }

  func next() throws(AVError) -> DecodedItem? {
    while number < sequence.count {
      let duration = sequence.frameDuration
      let time = CMTime(value: duration.value * Int64(number), timescale: duration.timescale)
      defer { number += 1 }
      if time < range.start { continue }
      if range.duration.isNumeric, time >= range.end { return nil }
      if isStopped.withLock({ $0 }) {
        throw AVError(.operationCancelled, "the export was cancelled", url: sequence.source)
      }
      do {
        return .frame(DecodedFrame(buffer: try buffer(number), time: time, duration: duration))
      } catch let error as AVError {
        throw error
      } catch {
        throw AVError(.decodeFailed, "\(error)", url: sequence.source, time: time)
      }
    }
    return nil
  }

  private func buffer(_ number: Int) throws -> CVPixelBuffer {
    let image = try sequence.image(number)
    let (width, height) = sequence.size
    guard image.extent.width == Double(width), image.extent.height == Double(height) else {
      throw AVError(
        .decodeFailed,
        "image \(number) has \(Int(image.extent.width))x\(Int(image.extent.height)) pixels, but the first one "
          + "\(width)x\(height); all images of a video must have the same size", url: sequence.source)
    }
    // Half floats preserve images of 16 bits and of wide gamuts.
    let buffer = try CVPixelBuffer(width: width, height: height, pixelFormat: kCVPixelFormatType_64RGBAHalf)
    StreamColors(primaries: 1, transfer: 13, matrix: 2, chromaLocation: 0).attach(to: buffer)
    let placed = image.transformed(by: CGAffineTransform(translationX: -image.extent.minX, y: -image.extent.minY))
    try context.startTask(toRender: placed, to: CIRenderDestination(pixelBuffer: buffer)).waitUntilCompleted()
    return buffer
  }
}
