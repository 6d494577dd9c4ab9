import CoreVideo
import ImageGraph

extension CIImage {
  /// The image in a surface, top row first; its lower left corner is the origin.
  ///
  /// As `init(cvPixelBuffer:options:)` with a buffer on the surface, so without a copy: each render reads what is there
  /// then, from any process, under a lock for reading. Surfaces without a format, and of formats that cannot be read,
  /// give the empty image and a line in the log; `init(checked:options:)` throws instead.
  public convenience init(ioSurface surface: IOSurfaceRef, options: [CIImageOption: Any]? = nil) {
    let read = ReadOptions(options).noted(in: .process, by: "CIImage(ioSurface:)")
    do throws(RenderError) {
      try self.init(try .on(surface), read)
    } catch {
      RenderLog.process.note("CIImage(ioSurface:): \(error)")
      self.init(node: .empty)
    }
  }

  /// `init(ioSurface:options:)` that says why there is no image.
  ///
  /// - Throws: `unsupported` for formats that cannot be read, with their code; `invalidArgument` for surfaces whose
  ///   planes are not those of their format; what is wrong with options.
  public convenience init(checked surface: IOSurfaceRef, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    try self.init(try .on(surface), try ReadOptions(options).checked())
  }
}
