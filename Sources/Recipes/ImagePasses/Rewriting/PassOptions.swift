import ImageColor
import ImageGraph

/// The parameters of a render that passes depend on, apart from the recipe.
package struct PassOptions: Hashable, Sendable {
  /// The colour space of the result. Nil: the working space.
  package var outputSpace: ColorSpace?
  package var outputAlpha: AlphaState
  /// The format of the result, as far as its colours depend on it: grey formats store the luminance, and dithering
  /// depends on the distance of two values. Nil: any format.
  package var outputFormat: PixelFormat?
  /// Whether colours are limited to 0 and alpha, or to 1 if they are straight, even if the format can store more.
  package var clamps = false
  /// Whether noise of less than half a step is added before results are rounded to integers; see
  /// `ColorConversions.dither`.
  package var dithers = false
  /// The space of pixels between nodes. It has a transfer function, not a table.
  package var workingSpace = ColorSpace.extendedLinearSRGB
  /// False if the context works without colour management.
  package var managesColor: Bool
  /// Whether maps that shrink to half or less compute means of whole pixels first, unless the recipe specifies the
  /// sampling.
  package var highQualityDownsample = false

  /// Whether pixels between nodes are linear light.
  package var worksInLinearLight: Bool { managesColor && workingSpace.isLinear }

  package init(outputSpace: ColorSpace? = nil, outputAlpha: AlphaState = .premultiplied, managesColor: Bool = true) {
    (self.outputSpace, self.outputAlpha, self.managesColor) = (outputSpace, outputAlpha, managesColor)
  }
}
