import ImageGraph

/// A step from recipe to recipe that keeps every pixel, or that makes a rule explicit.
package struct Pass: Sendable {
  package let name: String
  package let run: @Sendable (Node, PassOptions) throws(RenderError) -> Node

  package init(_ name: String, run: @escaping @Sendable (Node, PassOptions) throws(RenderError) -> Node) {
    (self.name, self.run) = (name, run)
  }
}
