import ImageGraph

/// An image that exists before a schedule runs, and replaces a node.
package struct PrecomputedImage: Sendable {
  /// The pixels, in the working space and premultiplied.
  package let source: Source
  /// The region of the node's pixels, in whole pixels.
  package let region: UserRect

  package init(source: Source, region: UserRect) { (self.source, self.region) = (source, region) }
}
