@_exported import CoreImage
import Foundation
import ImageColor
import ImageGraph

/// Drawings as images.
extension CIImage {
  /// What is drawn, as a recipe in floats: colours above 1 and beyond sRGB stay what they are, and no 8 bits are in
  /// between. A bitmap of Core Graphics has neither.
  ///
  /// Coverage of paths and letters is cairo's, in 8 bits; colours, gradients, images, alpha, blend modes, shadows and
  /// layers are steps of the recipe. So what is drawn is blended as light of the context's working space, where a
  /// bitmap blends the values that it stores.
  ///
  /// The extent is that size in pixels, from the origin on. The empty image, with the reason in the log, where cairo is
  /// not installed, and for sizes without a pixel, of more than 16,384 along a side, or of more than 64 million pixels.
  ///
  /// - Parameters:
  ///   - size: in points, y up.
  ///   - scale: pixels of a point.
  ///   - draw: called once, before this returns. Of what it draws up to 10,000 commands count, and cells of patterns up
  ///     to 1000 for each command; the log says where that is not all.
  public convenience init(size: CGSize, scale: CGFloat = 1, drawing draw: (CGContext) -> Void) {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard width >= 1, height >= 1, width <= 16_384, height <= 16_384, width * height <= 64e6 else {
      RenderLog.process.note(
        "CIImage(size:scale:drawing:): \(size) points of \(scale) pixels; from 1 to 16384 pixels along a side and up "
          + "to "
          + "64 million are allowed")
      self.init(as: .empty())
      return
    }
    let area = CGRect(x: 0, y: 0, width: width, height: height)
    let list = CGContext.recorded(within: area) { context in
      context.scaleBy(x: scale, y: scale)
      draw(context)
    }
    let drawn = RecipeReplay(area).image(of: list)
    self.init(as: drawn.composited(over: CIImage.clear.cropped(to: area)).cropped(to: area))
  }
}
