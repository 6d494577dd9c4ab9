import ImageColor
import ImageGraph

/// What the passes have to know about the render beside its recipe.
package struct PassOptions: Sendable {
  /// Where results are stored as; nil: as they are in the working space.
  package var outputSpace: ColorSpace?
  package var outputAlpha: AlphaState
  /// The space of every picture between nodes.
  package var workingSpace = ColorSpace.extendedLinearSRGB
  /// False when the context works without colour management.
  package var managesColor: Bool

  package init(outputSpace: ColorSpace? = nil, outputAlpha: AlphaState = .premultiplied, managesColor: Bool = true) {
    (self.outputSpace, self.outputAlpha, self.managesColor) = (outputSpace, outputAlpha, managesColor)
  }
}

/// A step from recipe to recipe that keeps every pixel, or that makes a rule explicit.
package struct Pass: Sendable {
  package let name: String
  package let run: @Sendable (Node, PassOptions) throws(RenderError) -> Node

  package init(_ name: String, run: @escaping @Sendable (Node, PassOptions) throws(RenderError) -> Node) {
    (self.name, self.run) = (name, run)
  }
}
