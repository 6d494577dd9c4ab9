import CoreVideo
import Foundation
import ImageColor
import ImageGraph

extension CIImage {
  /// The image in a pixel buffer, top row first; its lower left corner is the origin.
  ///
  /// The image holds the buffer, not its bytes: each render reads what is there then, under a lock of its own. Y′CbCr
  /// becomes R′G′B′ by the attached matrix and the format's range, not clamped; what attachments leave out follows from
  /// the size, as docs/pixel-buffers.md says. Colours are in the attached space, else in that of the codes, else in
  /// sRGB, or its extended form for floats; one component is grey, two are red and green. Alpha is premultiplied unless
  /// attachments say otherwise. Formats that cannot be read give the empty image and a line in the log.
  ///
  /// - Parameter options: as for `init(cgImage:options:)`, and `chromaQuality`, `videoGamma`, `applyCleanAperture`.
  ///   With `colorSpace` set to NSNull the numbers are taken as the working space's; Y′CbCr is turned to R′G′B′ all the
  ///   same.
  public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer, options: [CIImageOption: Any]? = nil) {
    let read = ReadOptions(options).noted(in: .process, by: "CIImage(cvPixelBuffer:)")
    do throws(RenderError) {
      try self.init(pixelBuffer, read)
    } catch {
      RenderLog.process.note("CIImage(cvPixelBuffer:): \(error)")
      self.init(node: .empty)
    }
  }

  /// The same: every image buffer here is a pixel buffer.
  public convenience init(cvImageBuffer imageBuffer: CVImageBuffer, options: [CIImageOption: Any]? = nil) {
    self.init(cvPixelBuffer: imageBuffer, options: options)
  }

  /// `init(cvPixelBuffer:options:)` that says why there is no image.
  ///
  /// - Throws: `unsupported` for formats that cannot be read, with their code; what is wrong with options.
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
