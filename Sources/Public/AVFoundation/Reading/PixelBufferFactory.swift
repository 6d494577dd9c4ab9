import CoreImage
import CoreMedia
import Foundation
import PixelFormats

/// Makes pixel buffers of a format of decoded images, and of recipes. For one thread.
final class PixelBufferFactory: @unchecked Sendable {
  private let settings: PixelBufferSettings
  private let copies: Bool
  private var pool: CVPixelBufferPool?
  /// What the pool's buffers are.
  private var poolShape: (format: OSType, width: Int, height: Int) = (0, 0, 0)
  private lazy var context = CIContext(options: [.cacheIntermediates: false, .name: "AVAssetReader"])

  /// - Parameter copies: true for buffers that somebody may write into.
  init(_ settings: PixelBufferSettings, copies: Bool) { (self.settings, self.copies) = (settings, copies) }

  /// A decoded image in the format that was asked for: the codes as they are where they are the same, else rendered.
  func buffer(of image: CVPixelBuffer) throws(AVError) -> CVPixelBuffer {
    let decoded = CVPixelBufferGetPixelFormatType(image)
    let format = settings.format ?? decoded
    if format == decoded, !copies { return image }
    let buffer = try empty(format, CVPixelBufferGetWidth(image), CVPixelBufferGetHeight(image))
    if format == decoded {
      buffer.takePixels(of: image)
      return buffer
    }
    CVBufferPropagateAttachments(image, buffer)
    if buffer.takeCodes(of: image) { return buffer }
    // What the source leaves to be guessed does not depend on the format that it becomes.
    say(image.videoColor, of: buffer)
    try render(CIImage(cvPixelBuffer: image), to: buffer, context)
    return buffer
  }

  /// A recipe from the origin on, rendered in these colours.
  ///
  /// - Parameter context: nil: one of the maker's.
  func buffer(
    of image: CIImage, width: Int, height: Int, _ color: VideoColor, _ context: CIContext?
  ) throws(AVError) -> CVPixelBuffer {
    let buffer = try empty(settings.format ?? kCVPixelFormatType_32BGRA, width, height)
    say(color, of: buffer)
    try render(image, to: buffer, context ?? self.context)
    return buffer
  }

  /// Colours of images without chroma have no matrix.
  private func say(_ color: VideoColor, of buffer: CVPixelBuffer) {
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
      throw AVError(.unknown, "an image was not rendered: \(error)")
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
