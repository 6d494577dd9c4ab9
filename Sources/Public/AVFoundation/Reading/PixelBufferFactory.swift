import CoreImage
import CoreMedia
import Foundation
import PixelFormats

/// A converter of decoded frames and recipes to pixel buffers of one format. For one thread.
final class PixelBufferFactory: @unchecked Sendable {
  private let settings: PixelBufferSettings
  private let copies: Bool
  private var pool: CVPixelBufferPool?
  /// The format and size of the pool's buffers.
  private var poolShape: (format: OSType, width: Int, height: Int) = (0, 0, 0)
  private lazy var context = CIContext(options: [.cacheIntermediates: false, .name: "AVAssetReader"])

  /// - Parameter copies: whether the buffers may be written by the app.
  init(_ settings: PixelBufferSettings, copies: Bool) { (self.settings, self.copies) = (settings, copies) }

  /// Returns a decoded frame in the requested format: with unchanged samples if they are the same, else rendered.
  func buffer(of image: CVPixelBuffer) throws(AVError) -> CVPixelBuffer {
    let decoded = CVPixelBufferGetPixelFormatType(image)
    let format = settings.format ?? decoded
    if format == decoded, !copies { return image }
    let buffer = try empty(format, CVPixelBufferGetWidth(image), CVPixelBufferGetHeight(image))
    if format == decoded {
      buffer.copyPixels(of: image)
      return buffer
    }
    CVBufferPropagateAttachments(image, buffer)
    if buffer.copySamples(of: image) { return buffer }
    // Unspecified colour properties are derived from the source, not from the new format.
    attach(image.videoColor, to: buffer)
    try render(CIImage(cvPixelBuffer: image), to: buffer, context)
    return buffer
  }

  /// Renders the rectangle of a recipe from the origin, with these colour properties.
  ///
  /// - Parameter context: nil for a context of the factory.
  func buffer(
    of image: CIImage, width: Int, height: Int, _ color: VideoColor, _ context: CIContext?
  ) throws(AVError) -> CVPixelBuffer {
    let buffer = try empty(settings.format ?? kCVPixelFormatType_32BGRA, width, height)
    attach(color, to: buffer)
    try render(image, to: buffer, context ?? self.context)
    return buffer
  }

  /// Attaches colour properties. RGB buffers have no matrix and no chroma siting.
  private func attach(_ color: VideoColor, to buffer: CVPixelBuffer) {
    buffer.attach(color)
    if buffer.layout.isYCbCr { return }
    for key in [kCVImageBufferYCbCrMatrixKey, kCVImageBufferChromaLocationTopFieldKey] {
      CVBufferRemoveAttachment(buffer, key)
    }
  }

  private func render(_ image: CIImage, to buffer: CVPixelBuffer, _ context: CIContext) throws(AVError) {
    do {
      try context.startTask(toRender: image, to: CIRenderDestination(pixelBuffer: buffer)).waitUntilCompleted()
    } catch {
      throw AVError(.unknown, "the frame could not be rendered: \(error)")
    }
  }

  private func empty(_ format: OSType, _ width: Int, _ height: Int) throws(AVError) -> CVPixelBuffer {
    do throws(CVError) {
      if pool == nil || poolShape != (format, width, height) {
        let attributes: [CFString: Any] = [
          kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height,
          kCVPixelBufferPixelFormatTypeKey: Int(format),
        ]
        pool = try CVPixelBufferPool(bufferAttributes: attributes as CFDictionary)
        poolShape = (format, width, height)
      }
      return try pool!.pixelBuffer()
    } catch {
      throw AVError(.outOfMemory, error.description)
    }
  }
}
