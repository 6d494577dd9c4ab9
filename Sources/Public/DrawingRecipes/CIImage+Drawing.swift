@_exported import CoreImage
import Foundation
import ImageColor
import ImageGraph

/// Images of drawings.
extension CIImage {
  /// Creates an image that draws with floating-point colours. Unlike in a Core Graphics bitmap, colours above 1 and
  /// outside of sRGB are preserved, without rounding to 8 bits.
  ///
  /// cairo computes the coverage of paths and glyphs, with 8 bits. Colours, gradients, images, alpha, blend modes,
  /// shadows and layers are nodes of the image's recipe. So blending is done in linear light of the context's working
  /// space, whereas a bitmap blends its stored values.
  ///
  /// The extent is the size in pixels, from the origin on. The image is empty, with the reason in the log, if cairo is
  /// not installed, or if the size is below one pixel, above 16,384 pixels along a side, or above 64 million pixels.
  ///
  /// - Parameters:
  ///   - size: in points, y up.
  ///   - scale: pixels per point.
  ///   - draw: called once, before the initializer returns. At most 10,000 commands are drawn, and 1000 pattern cells
  ///     for each command; the log has a note if that is exceeded.
  public convenience init(size: CGSize, scale: CGFloat = 1, drawing draw: (CGContext) -> Void) {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width <= 16_384, height <= 16_384, width * height <= 64e6 else {
      RenderLog.process.note(
        "CIImage(size:scale:drawing:): the sides must be from 1 to 16384 pixels and the area at most 64 million pixels "
          + "(got \(size) points, scale \(scale))")
      self.init(as: .empty())
      return
    }
    let area = CGRect(x: 0, y: 0, width: width, height: height)
    let list = CGContext.recorded(within: area) { context in
      context.scaleBy(x: scale, y: scale)
      draw(context)
    }
    let drawing = RecipeReplay(area).image(of: list)
    self.init(as: drawing.composited(over: CIImage.clear.cropped(to: area)).cropped(to: area))
  }
}
