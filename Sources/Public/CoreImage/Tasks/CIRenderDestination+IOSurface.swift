import CoreVideo
import ImageGraph

extension CIRenderDestination {
  /// Creates a destination of a surface, equivalent to `init(pixelBuffer:)` with a buffer on it. Surfaces without a
  /// format, or with one that cannot be rendered, are rejected when a task is started.
  public convenience init(ioSurface surface: IOSurface) {
    do throws(RenderError) {
      self.init(pixelBuffer: try .on(surface))
    } catch {
      self.init(refused: error, width: surface.width, height: surface.height)
    }
  }
}
