import CVulkan
import ImageGraph
import Synchronization

/// A source's pixels in memory that kernels can read: a leased buffer, or imported host memory.
final class UploadedSource: Sendable {
  let buffer: Buffer
  /// The offset of the first pixel in the buffer, in bytes.
  let offset: Int
  private let lease: Lease?

  init(_ lease: Lease) { (buffer, offset, self.lease) = (lease.buffer, 0, lease) }

  /// - Precondition: `DeviceProfile.canImport`.
  init(importing pixels: PixelBuffer, on device: Device) throws(RenderError) {
    buffer = try Buffer(importing: pixels, on: device)
    offset = Int(bitPattern: pixels.bytes) - Int(bitPattern: Buffer.pages(of: pixels, on: device).baseAddress)
    lease = nil
  }
}

/// A cache of uploaded images. An image stays while its source is alive and the byte limit permits.
final class SourceCache: Sendable {
  struct Key: Hashable, Sendable {
    var identity: Source.Identity
    var format: PixelFormat
  }

  /// An uploaded image, or a pending upload. Its lock makes concurrent requests wait for the first one.
  final class Entry: Sendable {
    let image = Mutex<UploadedSource?>(nil)
  }

  private struct CachedImage {
    weak var source: Source?
    let entry: Entry
    let byteCount: Int
    var lastUse: Int
  }

  private struct State {
    var images: [Key: CachedImage] = [:]
    var clock = 0
    var byteCount: Int { images.values.reduce(0) { $0 + $1.byteCount } }
  }

  private let state = Mutex(State())
  private let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Returns the source's image in `format`: cached, or the result of `upload`.
  func image(
    of source: Source, format: PixelFormat, byteCount: Int, upload: () throws(RenderError) -> UploadedSource
  ) throws(RenderError) -> UploadedSource {
    let key = Key(identity: source.identity, format: format)
    let entry = state.withLock { state -> Entry in
      state.clock += 1
      if let cached = state.images[key] {
        state.images[key]?.lastUse = state.clock
        return cached.entry
      }
      let entry = Entry()
      state.images[key] = CachedImage(source: source, entry: entry, byteCount: byteCount, lastUse: state.clock)
      return entry
    }
    do {
      return try entry.image.withLock { (image) throws(RenderError) -> UploadedSource in
        if let image { return image }
        let uploaded = try upload()
        image = uploaded
        return uploaded
      }
    } catch {
      // A failed upload must not count toward the limit.
      state.withLock { if $0.images[key]?.entry === entry { $0.images[key] = nil } }
      throw error
    }
  }

  /// Returns the image if it is cached and not locked by another thread.
  func cached(_ key: Key) -> UploadedSource? {
    state.withLock { $0.images[key]?.entry }?.image.withLockIfAvailable { $0 } ?? nil
  }

  /// Removes images whose source is freed. Above `byteLimit` or `available` bytes, removes the least recently used
  /// images, except those in `needed`.
  func trim(available: Int, needed: Set<Key>) {
    // Removed images are freed outside of the lock.
    var removed: [Entry] = []
    state.withLock { state in
      for (key, cached) in state.images where cached.source == nil {
        removed.append(cached.entry)
        state.images[key] = nil
      }
      let limit = min(byteLimit, available)
      var total = state.byteCount
      guard total > limit else { return }
      for (key, cached) in state.images.sorted(by: { $0.value.lastUse < $1.value.lastUse })
      where total > limit && !needed.contains(key) {
        removed.append(cached.entry)
        state.images[key] = nil
        total -= cached.byteCount
      }
    }
    removed.removeAll()
  }

  func clear() {
    var removed: [Key: CachedImage] = [:]
    state.withLock { swap(&$0.images, &removed) }
  }

  /// The bytes of the cached images.
  var byteCount: Int { state.withLock { $0.byteCount } }
}
