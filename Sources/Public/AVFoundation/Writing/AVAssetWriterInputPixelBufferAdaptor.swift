import CoreMedia
import Foundation

/// Gives pixel buffers with their times to an input, and has a pool of buffers for them.
public final class AVAssetWriterInputPixelBufferAdaptor: @unchecked Sendable {
  /// Where they go.
  public let assetWriterInput: AVAssetWriterInput
  /// What buffers are; nil: what the encoder takes.
  public let sourcePixelBufferAttributes: [String: Any]?

  /// An adaptor of an input, before its writer starts.
  ///
  /// - Parameter sourcePixelBufferAttributes: Core Video's keys. With `kCVPixelBufferPixelFormatTypeKey` other buffers
  ///   are refused; without, all that can be read are taken.
  public init(assetWriterInput: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    (self.assetWriterInput, self.sourcePixelBufferAttributes) = (assetWriterInput, sourcePixelBufferAttributes)
    assetWriterInput.belong(to: self)
  }

  /// Buffers of the input's size; nil before the writer writes, and once it has ended.
  public var pixelBufferPool: CVPixelBufferPool? { assetWriterInput.pool }

  /// Gives an image. Its pixels must not be changed any more: they are read later.
  ///
  /// - Returns: false where it is not taken; the writer has failed then, and its `error` says why.
  @discardableResult
  public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    assetWriterInput.append(pixelBuffer, at: presentationTime)
  }
}
