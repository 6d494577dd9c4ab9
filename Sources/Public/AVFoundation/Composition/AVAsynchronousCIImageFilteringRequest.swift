import CoreImage
import CoreMedia
import Foundation
import Synchronization

/// What a handler has to answer for one frame: filter `sourceImage`, and say `finish` once, now or later, on any
/// thread.
///
/// A second answer is ignored, with a line in the log. A request that goes without an answer fails with
/// ``AVError/Code/videoCompositorFailed``.
public final class AVAsynchronousCIImageFilteringRequest: @unchecked Sendable {
  /// What a handler said.
  struct Answer {
    let image: CIImage
    let context: CIContext?
  }

  /// When the frame is shown, from the asset's start on.
  public let compositionTime: CMTime
  /// The size in pixels of what is asked.
  public let renderSize: CGSize
  /// The frame in square pixels, turned as the track says, its lower left corner at the origin: a recipe of the decoded
  /// planes, in the colours that the stream says.
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
          "the handler let the request go; say finish(with:context:) once for each",
          time: compositionTime)))
  }

  /// Answers with an image. Of it the rectangle of `renderSize` at the origin is shown, black where it has no pixels.
  ///
  /// - Parameter context: what renders it; nil: one of the composition's, the same for all frames.
  public func finish(with filteredImage: CIImage, context: CIContext?) {
    take()?(.success(Answer(image: filteredImage, context: context)))
  }

  /// Answers that there is no image: an export ends with this error.
  public func finish(with error: any Error) { take()?(.failure(error)) }

  private func take() -> ((Result<Answer, any Error>) -> Void)? {
    let taken = answer.withLock { answer in
      defer { answer = nil }
      return answer
    }
    if taken == nil {
      note(
        "a request at \(compositionTime.seconds) s was finished twice; the second time is ignored")
    }
    return taken
  }
}
