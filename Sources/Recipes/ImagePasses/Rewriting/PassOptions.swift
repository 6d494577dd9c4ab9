import ImageColor
import ImageGraph

/// What the passes have to know about the render beside its recipe.
package struct PassOptions: Hashable, Sendable {
  /// Where results are stored as; nil: as they are in the working space.
  package var outputSpace: ColorSpace?
  package var outputAlpha: AlphaState
  /// How results are stored, as far as their colours depend on it: grey formats take the luminance, dithering the
  /// distance of two values. Nil: as numbers of any kind.
  package var outputFormat: PixelFormat?
  /// Colours end at 0 and at alpha, or at 1 where they are straight, whatever the format could hold.
  package var clamps = false
  /// Integer results get noise of less than half a step before they are rounded; see `ColorConversions.dither`.
  package var dithers = false
  /// The space of every image between nodes; one with a curve, not a table.
  package var workingSpace = ColorSpace.extendedLinearSRGB
  /// False when the context works without colour management.
  package var managesColor: Bool
  /// True when maps that shrink to half or less take the mean of whole pixels first, where a recipe does not say.
  package var highQualityDownsample = false

  /// True when images between nodes hold linear light.
  package var worksInLight: Bool { managesColor && workingSpace.isLinear }

  package init(outputSpace: ColorSpace? = nil, outputAlpha: AlphaState = .premultiplied, managesColor: Bool = true) {
    (self.outputSpace, self.outputAlpha, self.managesColor) = (outputSpace, outputAlpha, managesColor)
  }
}
