import CoreImage
import CoreMedia
import Foundation
import Synchronization

/// A frame in the queue to the display, with the composition's answer when it is available.
package final class PlayerFrame: @unchecked Sendable {
  let source: DecodedFrame
  let generation: Int
  /// The loop iteration in which it was read.
  let lap: Int
  private let geometry: FrameGeometry
  private let answer = Mutex<Result<CIImage, any Error>?>(nil)

  init(_ source: DecodedFrame, _ geometry: FrameGeometry, generation: Int, lap: Int = 0) {
    (self.source, self.geometry, self.generation, self.lap) = (source, geometry, generation, lap)
  }

  /// The presentation time, in the item's time.
  package var time: CMTime { source.time }
  var duration: CMTime { source.duration }
  var isReady: Bool { answer.withLock { $0 != nil } }
  /// The error of the composition.
  var error: (any Error)? {
    if case .failure(let error) = answer.withLock({ $0 }) { error } else { nil }
  }
  /// The image in display orientation, with its lower left corner at the origin.
  package var image: CIImage {
    if case .success(let image) = answer.withLock({ $0 }) { image } else { .empty() }
  }
  /// Whether the decoder's planes are displayed without conversion.
  private(set) var isPlain = false

  /// Requests the composition's answer, which may come later.
  ///
  /// - Parameter done: called once, on any thread.
  func request(_ composition: AVVideoComposition?, _ done: @escaping @Sendable () -> Void) {
    let shown = geometry.image(source.buffer)
    guard let composition else {
      isPlain = geometry.isPlain
      return set(.success(shown), done)
    }
    let size = composition.renderSize
    let headroom = shown.contentHeadroom
    // The block owns the request, so that its release detects a missing answer.
    composition.queue.async { [self] in
      let request = AVAsynchronousCIImageFilteringRequest(shown, at: time, renderSize: size) { answer in
        self.set(
          answer.flatMap { answer in
            Result { try Self.rendered(answer, size, sourceHeadroom: headroom) }
          }, done)
      }
      composition.handler(request)
    }
  }

  private func set(_ result: Result<CIImage, any Error>, _ done: () -> Void) {
    answer.withLock { $0 = result }
    done()
  }

  /// Returns the rectangle of the composition, on black. If the answer has a context, it renders into half floats.
  /// Otherwise the result is a recipe, which the displaying view renders together with its own operations.
  private static func rendered(
    _ answer: AVAsynchronousCIImageFilteringRequest.Answer, _ size: CGSize, sourceHeadroom: Float
  ) throws -> CIImage {
    let rect = CGRect(origin: .zero, size: size)
    guard rect.width >= 1, rect.height >= 1, !rect.isInfinite else {
      throw AVError(
        .invalidVideoComposition,
        "each side of the render size must be 1 or more (got \(size.width)x\(size.height))")
    }
    var image = answer.image
    let headroom = image.contentHeadroom > 0 ? image.contentHeadroom : sourceHeadroom
    if !image.extent.contains(rect) {
      image = image.cropped(to: rect).composited(over: CIImage(color: .black))
    }
    image = image.cropped(to: rect)
    if let context = answer.context {
      let buffer: CVPixelBuffer
      do throws(CVError) {
        buffer = try CVPixelBuffer(
          width: Int(rect.width), height: Int(rect.height), pixelFormat: kCVPixelFormatType_64RGBAHalf)
      } catch {
        throw AVError(.outOfMemory, error.description)
      }
      let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!
      CVBufferSetAttachment(buffer, kCVImageBufferCGColorSpaceKey, space, .shouldPropagate)
      try context.startTask(toRender: image, to: CIRenderDestination(pixelBuffer: buffer)).waitUntilCompleted()
      image = CIImage(cvPixelBuffer: buffer)
    }
    return headroom > 0 ? image.settingContentHeadroom(headroom) : image
  }
}
