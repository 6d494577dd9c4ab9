import Foundation
import ImageGraph

/// The images of a layer: so many, and each with one drawable at a time.
///
/// Unchecked: all that changes is behind the condition.
final class DrawablePool: @unchecked Sendable {
  private let condition = NSCondition()
  private var free: [DrawableImage] = []
  private var kind: DrawableKind?
  /// Images of this kind, free ones among them.
  private var count = 0

  /// How long one waits for an image, in seconds.
  static let patience = 1.0

  /// An image that nobody has; nil when none came free in time.
  ///
  /// - Parameter waitsForever: as long as it takes.
  /// - Throws: what making one fails with.
  func take(
    _ wanted: DrawableKind, most: Int, waitsForever: Bool, _ make: () throws(RenderError) -> DrawableImage
  ) throws(RenderError) -> DrawableLease? {
    var old: [DrawableImage] = []
    // What is destroyed is destroyed behind the lock.
    defer { withExtendedLifetime(old) {} }
    condition.lock()
    defer { condition.unlock() }
    if kind != wanted {
      old = free
      (free, count, kind) = ([], 0, wanted)
    }
    let end = Date(timeIntervalSinceNow: Self.patience)
    while free.isEmpty, count >= most {
      if waitsForever { condition.wait() } else if !condition.wait(until: end) { return nil }
      // Another thread may have asked for others meanwhile.
      guard kind == wanted else { return nil }
    }
    if !free.isEmpty { return DrawableLease(free.removeFirst(), of: self) }
    let made = try make()
    count += 1
    return DrawableLease(made, of: self)
  }

  func takeBack(_ image: DrawableImage) {
    condition.lock()
    if image.kind == kind { free.append(image) }
    condition.broadcast()
    condition.unlock()
  }
}

/// As long as it is kept, an image belongs to one drawable, and to what shows it.
final class DrawableLease: Sendable {
  let image: DrawableImage
  private let pool: DrawablePool

  init(_ image: DrawableImage, of pool: DrawablePool) { (self.image, self.pool) = (image, pool) }

  deinit { pool.takeBack(image) }
}
