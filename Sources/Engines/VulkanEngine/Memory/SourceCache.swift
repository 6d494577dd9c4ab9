import CVulkan
import ImageGraph
import Synchronization

/// A source's pixels where kernels can read them: in a leased buffer, or imported where they are.
final class UploadedSource: Sendable {
  let buffer: Buffer
  /// Where the first pixel lies in the buffer, in bytes.
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

/// Images that were uploaded, kept while their sources live and the byte bound allows.
final class SourceCache: Sendable {
  struct Key: Hashable, Sendable {
    var identity: Source.Identity
    var format: PixelFormat
  }

  /// An uploaded image, or the place for one: who comes second waits for the first.
  final class Entry: Sendable {
    let image = Mutex<UploadedSource?>(nil)
  }

  private struct Kept {
    weak var source: Source?
    let entry: Entry
    let byteCount: Int
    var lastUse: Int
  }

  private struct State {
    var kept: [Key: Kept] = [:]
    var clock = 0
    var byteCount: Int { kept.values.reduce(0) { $0 + $1.byteCount } }
  }

  private let state = Mutex(State())
  private let byteLimit: Int

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The source's image in `format`: kept from before, or what `upload` makes.
  func image(
    of source: Source, format: PixelFormat, byteCount: Int, upload: () throws(RenderError) -> UploadedSource
  ) throws(RenderError) -> UploadedSource {
    let key = Key(identity: source.identity, format: format)
    let entry = state.withLock { state -> Entry in
      state.clock += 1
      if let kept = state.kept[key] {
        state.kept[key]?.lastUse = state.clock
        return kept.entry
      }
      let entry = Entry()
      state.kept[key] = Kept(source: source, entry: entry, byteCount: byteCount, lastUse: state.clock)
      return entry
    }
    do {
      return try entry.image.withLock { (image) throws(RenderError) -> UploadedSource in
        if let image { return image }
        let made = try upload()
        image = made
        return made
      }
    } catch {
      // What is not there takes no bytes from others.
      state.withLock { if $0.kept[key]?.entry === entry { $0.kept[key] = nil } }
      throw error
    }
  }

  /// The image, where it is kept from before and nobody is at it.
  func kept(_ key: Key) -> UploadedSource? {
    state.withLock { $0.kept[key]?.entry }?.image.withLockIfAvailable { $0 } ?? nil
  }

  /// Forgets images whose source is gone, and the longest unused ones beyond `byteLimit` or `available` bytes, except
  /// for those in `needed`.
  func trim(available: Int, needed: Set<Key>) {
    // What is forgotten is freed outside the lock.
    var forgotten: [Entry] = []
    state.withLock { state in
      for (key, kept) in state.kept where kept.source == nil {
        forgotten.append(kept.entry)
        state.kept[key] = nil
      }
      let limit = min(byteLimit, available)
      var total = state.byteCount
      guard total > limit else { return }
      for (key, kept) in state.kept.sorted(by: { $0.value.lastUse < $1.value.lastUse })
      where total > limit && !needed.contains(key) {
        forgotten.append(kept.entry)
        state.kept[key] = nil
        total -= kept.byteCount
      }
    }
    forgotten.removeAll()
  }

  func clear() {
    var forgotten: [Key: Kept] = [:]
    state.withLock { swap(&$0.kept, &forgotten) }
  }

  /// Bytes of the images that are kept.
  var byteCount: Int { state.withLock { $0.byteCount } }
}
