import CoreImage
import CoreMedia
import Foundation
import Synchronization

/// A request to filter one frame. The handler filters `sourceImage` and calls `finish` once, immediately or later, on
/// any thread.
///
/// Further calls are ignored and logged. A request that is released without an answer fails with
/// ``AVError/Code/videoCompositorFailed``.
public final class AVAsynchronousCIImageFilteringRequest: @unchecked Sendable {
  /// The answer of a handler.
  struct Answer {
    let image: CIImage
    let context: CIContext?
  }

  /// The presentation time of the frame, from the asset's start.
  public let compositionTime: CMTime
  /// The requested size, in pixels.
  public let renderSize: CGSize
  /// The frame in square pixels and display orientation, with its lower left corner at the origin: a recipe of the
  /// decoded planes, in the colours of the stream.
  public let sourceImage: CIImage
  private let answer: Mutex<((Result<Answer, any Error>) -> Void)?>

  init(
    _ image: CIImage, at time: CMTime, renderSize: CGSize,
    answer: @escaping @Sendable (Result<Answer, any Error>) -> Void
  ) {
    (sourceImage, compositionTime, self.renderSize) = (image, time, renderSize)
    self.answer = Mutex(answer)
  }

  deinit {
    answer.withLock { $0 }?(
      .failure(
        AVError(
          .videoCompositorFailed,
          "the handler released the request without an answer; call finish(with:context:) once for each request",
          time: compositionTime)))
  }

  /// Answers with an image. The rectangle of `renderSize` at the origin is shown, black where the image has no pixels.
  ///
  /// - Parameter context: the context that renders it; nil for a context of the composition that all frames share.
  public func finish(with filteredImage: CIImage, context: CIContext?) {
    take()?(.success(Answer(image: filteredImage, context: context)))
  }

  /// Answers with an error. An export then ends with this error.
  public func finish(with error: any Error) { take()?(.failure(error)) }

  private func take() -> ((Result<Answer, any Error>) -> Void)? {
    let taken = answer.withLock { answer in
      defer { answer = nil }
      return answer
    }
    if taken == nil {
      note(
        "a request at \(compositionTime.seconds) s was finished twice; the second answer is ignored")
    }
    return taken
  }
}
