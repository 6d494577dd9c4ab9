import CoreVideo
import ImageGraph

extension CIRenderDestination {
  /// A surface, as `init(pixelBuffer:)` with a buffer on it. Surfaces without a format, and of formats that cannot be
  /// rendered, are refused when a task is started.
  public convenience init(ioSurface surface: IOSurface) {
    do throws(RenderError) {
      self.init(pixelBuffer: try .on(surface))
    } catch {
      self.init(refused: error, width: surface.width, height: surface.height)
    }
  }
}
