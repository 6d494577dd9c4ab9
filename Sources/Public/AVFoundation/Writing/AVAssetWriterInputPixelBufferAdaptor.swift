import CoreMedia
import Foundation

/// An adaptor that appends pixel buffers with their times to an input, and has a pool for them.
public final class AVAssetWriterInputPixelBufferAdaptor: @unchecked Sendable {
  /// The input to which buffers are appended.
  public let assetWriterInput: AVAssetWriterInput
  /// The attributes of buffers; nil for those of the encoder.
  public let sourcePixelBufferAttributes: [String: Any]?

  /// Creates an adaptor of an input. The input's writer must not have been started.
  ///
  /// - Parameter sourcePixelBufferAttributes: Core Video's keys. If they contain `kCVPixelBufferPixelFormatTypeKey`,
  ///   buffers of other formats are rejected; otherwise all supported formats are accepted.
  public init(assetWriterInput: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    (self.assetWriterInput, self.sourcePixelBufferAttributes) = (assetWriterInput, sourcePixelBufferAttributes)
    assetWriterInput.belong(to: self)
  }

  /// A pool of buffers of the input's size; nil before the writer is writing, and after its end.
  public var pixelBufferPool: CVPixelBufferPool? { assetWriterInput.pool }

  /// Appends a frame. Its pixels must not be changed afterwards, because they are read later.
  ///
  /// - Returns: false if it is rejected. The writer has then failed, and its `error` has the reason.
  @discardableResult
  public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    assetWriterInput.append(pixelBuffer, at: presentationTime)
  }
}
