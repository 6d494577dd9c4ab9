import CoreVideo
import ImageGraph

extension CVBuffer {
  /// Returns a buffer on the surface.
  static func on(_ surface: IOSurface) throws(RenderError) -> CVPixelBuffer {
    do throws(CVError) {
      return try CVPixelBuffer(surface)
    } catch {
      throw .invalidArgument("\(surface) cannot be used as an image: \(error)")
    }
  }
}
