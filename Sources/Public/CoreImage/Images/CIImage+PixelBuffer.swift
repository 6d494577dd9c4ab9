import CoreVideo
import Foundation
import ImageColor
import ImageGraph

extension CIImage {
  /// Creates an image of a pixel buffer, top row first; its lower left corner is the origin.
  ///
  /// The image retains the buffer, not its bytes: each render reads the current content, under a lock of its own.
  /// Y′CbCr is converted to R′G′B′ by the attached matrix and the format's range, not clamped. Missing attachments
  /// default to values for the size; see docs/pixel-buffers.md. Colours are in the attached space, else in that of the
  /// code points, else in sRGB, or its extended form for floats. One component is grey, two are red and green. Alpha is
  /// premultiplied unless attachments state otherwise. Unsupported formats give the empty image and are logged.
  ///
  /// - Parameter options: as for `init(cgImage:options:)`, and `chromaQuality`, `videoGamma`, `applyCleanAperture`. If
  ///   `colorSpace` is NSNull, components are treated as those of the working space; Y′CbCr is still converted to
  ///   R′G′B′.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
    let read = ReadOptions(options).noted(in: .process, by: "CIImage(cvPixelBuffer:)")
    do throws(RenderError) {
      try self.init(pixelBuffer, read)
    } catch {
      RenderLog.process.note("CIImage(cvPixelBuffer:): \(error)")
      self.init(node: .empty)
    }
  }

  /// Creates an image of an image buffer as `init(cvPixelBuffer:options:)` does: all image buffers here are pixel
  /// buffers.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
    self.init(cvPixelBuffer: imageBuffer, options: options)
  }

  /// Creates an image of a pixel buffer as `init(cvPixelBuffer:options:)` does, and throws on failure.
  ///
  /// - Throws: `unsupported` for formats that cannot be read, with their code; errors of options.
  public convenience init(
    checked pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil
  ) throws(RenderError) {
    try self.init(pixelBuffer, try ReadOptions(options).checked())
  }

  convenience init(_ buffer: CVPixelBuffer, _ options: ReadOptions) throws(RenderError) {
    if let auxiliary = options.auxiliary { throw ReadOptions.noAuxiliary(auxiliary) }
    let (stored, space) = try buffer.recipe(options)
    let cut = options.appliesCleanAperture ? stored.cropped(to: UserRect(CVImageBufferGetCleanRect(buffer))) : stored
    self.init(cut, in: space, options, origin: Facts(pixelBuffer: buffer))
  }
}
