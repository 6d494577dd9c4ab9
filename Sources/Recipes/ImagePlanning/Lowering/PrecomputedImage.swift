import ImageGraph

/// An image that is there before a schedule and takes the place of a node.
package struct PrecomputedImage: Sendable {
  /// Its pixels, in the working space and premultiplied.
  package let source: Source
  /// The pixels of the node that it has, whole numbers.
  package let region: UserRect

  package init(source: Source, region: UserRect) { (self.source, self.region) = (source, region) }
}
