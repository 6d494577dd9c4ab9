import Foundation
import ImageGraph
import Synchronization

/// A cache of images drawn for a layer. An equal drawing returns the same image, so that recipes stay equal, and
/// nothing is uploaded twice. The most recent eight images are cached.
final class DrawnBitmapCache: Sendable {
  /// The tiles of a tiled layer.
  let tiles: TileStore?

  init(tiles: TileStore? = nil) { self.tiles = tiles }

  private let entries = Mutex<[(key: AnyKey, node: Node)]>([])

  private struct AnyKey: Equatable, @unchecked Sendable {
    // Unchecked: keys are immutable values.
    let value: AnyHashable
  }

  /// Returns the cached image of a key, or creates it.
  func image(_ key: AnyHashable, _ make: () -> Node?) -> Node? {
    let key = AnyKey(value: key)
    if let found = entries.withLock({ $0.first { $0.key == key }?.node }) { return found }
    guard let node = make() else { return nil }
    entries.withLock { list in
      list.insert((key, node), at: 0)
      if list.count > 8 { list.removeLast() }
    }
    return node
  }
}
