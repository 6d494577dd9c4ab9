import ImageGraph
import Synchronization

/// What a layer puts over whatever is behind it, as it was drawn last: the same layer in the same place is not drawn
/// again.
///
/// It is found by drawing over a stand-in. A layer whose image depends on what is behind it in another way, as with
/// background filters, has no such parts.
final class LayerDrawingCache: Sendable {
  private struct Kept: Sendable {
    let holder: LayerHolder
    let light: BlendLight
    /// The first one lies under the others; nil where there are none.
    let parts: [Node]?
  }

  private let kept = Mutex<Kept?>(nil)

  /// - Parameter draw: draws the layer over something.
  /// - Returns: nil where the layer has no parts.
  func parts(_ holder: LayerHolder, _ light: BlendLight, _ draw: (Node) -> Node) -> [Node]? {
    var holder = holder
    holder.time = 0
    if let last = kept.withLock({ $0 }), last.holder == holder, last.light == light { return last.parts }
    let standIn = Node.constant(SIMD4<Float>(0, 0, 0, 0.5))
    var (node, parts) = (draw(standIn), [Node]())
    while node !== standIn, node.isOver {
      parts.append(node.inputs[0])
      node = node.inputs[1]
    }
    let found = node === standIn ? Array(parts.reversed()) : nil
    kept.withLock { $0 = Kept(holder: holder, light: light, parts: found) }
    return found
  }
}
