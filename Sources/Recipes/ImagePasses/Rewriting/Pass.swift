import ImageGraph

/// A transformation from recipe to recipe. It preserves all pixels, or defines the result of a recipe.
package struct Pass: Sendable {
  package let name: String
  package let run: @Sendable (Node, PassOptions) throws(RenderError) -> Node

  package init(_ name: String, run: @escaping @Sendable (Node, PassOptions) throws(RenderError) -> Node) {
    (self.name, self.run) = (name, run)
  }
}
