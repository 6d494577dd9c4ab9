import Foundation
import ImageGraph
import Synchronization

/// Images that were drawn of a layer: the same drawing again is the same image, so that recipes stay equal and
/// nothing is uploaded twice. The last few are kept.
final class DrawnBitmapCache: Sendable {
  /// Of a layer that is drawn in tiles.
  let tiles: TileStore?

  init(tiles: TileStore? = nil) { self.tiles = tiles }

  private let kept = Mutex<[(key: AnyKey, node: Node)]>([])

  private struct AnyKey: Equatable, @unchecked Sendable {
    // Unchecked: keys are immutable values.
    let value: AnyHashable
  }

  /// The image of that key, made when there is none.
  func image(_ key: AnyHashable, _ make: () -> Node?) -> Node? {
    let key = AnyKey(value: key)
    if let found = kept.withLock({ $0.first { $0.key == key }?.node }) { return found }
    guard let node = make() else { return nil }
    kept.withLock { list in
      list.insert((key, node), at: 0)
      if list.count > 8 { list.removeLast() }
    }
    return node
  }
}
