import Foundation
import ImageGraph

/// A pool with a limited number of images of a layer, each leased to one drawable at a time.
///
/// Unchecked: all mutable state is guarded by the condition.
final class DrawablePool: @unchecked Sendable {
  private let condition = NSCondition()
  private var free: [DrawableImage] = []
  private var kind: DrawableKind?
  /// The number of images of this kind, including free ones.
  private var count = 0

  /// The timeout for acquiring an image, in seconds.
  static let timeout = 1.0

  /// Returns a free image; nil on a timeout.
  ///
  /// - Parameter waitsForever: whether to wait without a timeout.
  /// - Throws: errors of `make`.
  func acquire(
    _ requested: DrawableKind, capacity: Int, waitsForever: Bool, _ make: () throws(RenderError) -> DrawableImage
  ) throws(RenderError) -> DrawableLease? {
    var old: [DrawableImage] = []
    // Images are destroyed after the lock is released.
    defer { withExtendedLifetime(old) {} }
    condition.lock()
    defer { condition.unlock() }
    if kind != requested {
      old = free
      (free, count, kind) = ([], 0, requested)
    }
    let end = Date(timeIntervalSinceNow: Self.timeout)
    while free.isEmpty, count >= capacity {
      if waitsForever { condition.wait() } else if !condition.wait(until: end) { return nil }
      // Another thread may have requested another kind in the meantime.
      guard kind == requested else { return nil }
    }
    if !free.isEmpty { return DrawableLease(free.removeFirst(), of: self) }
    let created = try make()
    count += 1
    return DrawableLease(created, of: self)
  }

  func release(_ image: DrawableImage) {
    condition.lock()
    if image.kind == kind { free.append(image) }
    condition.broadcast()
    condition.unlock()
  }
}

/// A lease of an image to one drawable, and to the recipes that show it, while it is retained.
final class DrawableLease: Sendable {
  let image: DrawableImage
  private let pool: DrawablePool

  init(_ image: DrawableImage, of pool: DrawablePool) { (self.image, self.pool) = (image, pool) }

  deinit { pool.release(image) }
}
