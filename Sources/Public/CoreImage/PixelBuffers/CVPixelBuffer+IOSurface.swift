import CoreVideo
import ImageGraph

extension CVBuffer {
  /// A buffer on the surface.
  static func on(_ surface: IOSurface) throws(RenderError) -> CVPixelBuffer {
    do throws(CVError) {
      return try CVPixelBuffer(surface)
    } catch {
      throw .invalidArgument("\(surface) is no image: \(error)")
    }
  }
}
