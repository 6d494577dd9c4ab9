import ImageGraph
import Synchronization

/// A cache of the images that a layer composites over its backdrop, from its last drawing: an unchanged layer in an
/// unchanged container is not drawn again.
///
/// The images are found by drawing over a placeholder. A layer that depends on its backdrop in another way, such as by
/// background filters, has no such images.
final class LayerDrawingCache: Sendable {
  private struct Entry: Sendable {
    let container: LayerContainer
    let blendSpace: BlendSpace
    /// The images, bottom first; nil if the layer has none.
    let parts: [Node]?
  }

  private let entry = Mutex<Entry?>(nil)

  /// - Parameter draw: draws the layer over a background.
  /// - Returns: the images, bottom first; nil if the layer has none.
  func parts(_ container: LayerContainer, _ blendSpace: BlendSpace, _ draw: (Node) -> Node) -> [Node]? {
    var container = container
    container.time = 0
    if let last = entry.withLock({ $0 }), last.container == container, last.blendSpace == blendSpace {
      return last.parts
    }
    let placeholder = Node.constant(SIMD4<Float>(0, 0, 0, 0.5))
    var (node, parts) = (draw(placeholder), [Node]())
    while node !== placeholder, node.isOver {
      parts.append(node.inputs[0])
      node = node.inputs[1]
    }
    let found = node === placeholder ? Array(parts.reversed()) : nil
    entry.withLock { $0 = Entry(container: container, blendSpace: blendSpace, parts: found) }
    return found
  }
}
