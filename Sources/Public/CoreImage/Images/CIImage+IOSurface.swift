import CoreVideo
import ImageGraph

extension CIImage {
  /// Creates an image of a surface, top row first; its lower left corner is the origin.
  ///
  /// Equivalent to `init(cvPixelBuffer:options:)` with a buffer on the surface, so without a copy: each render reads
  /// the current content, from any process, under a read lock. Surfaces without a format or with an unsupported one
  /// give the empty image and are logged; `init(checked:options:)` throws instead.
  public convenience init(ioSurface surface: IOSurfaceRef, options: [CIImageOption: Any]? = nil) {
    let read = ReadOptions(options).noted(in: .process, by: "CIImage(ioSurface:)")
    do throws(RenderError) {
      try self.init(try .on(surface), read)
    } catch {
      RenderLog.process.note("CIImage(ioSurface:): \(error)")
      self.init(node: .empty)
    }
  }

  /// Creates an image of a surface as `init(ioSurface:options:)` does, and throws on failure.
  ///
  /// - Throws: `unsupported` for formats that cannot be read, with their code; `invalidArgument` for surfaces whose
  ///   planes do not match their format; errors of options.
  public convenience init(checked surface: IOSurfaceRef, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    try self.init(try .on(surface), try ReadOptions(options).checked())
  }
}
