import ImageGraph
import ImagePrograms
import Synchronization

/// An intermediate in an engine's memory, cached for later renders.
package final class CachedIntermediate<Memory: Sendable>: CachedPixels {
  package let memory: Memory
  package let byteCount: Int

  package init(_ memory: Memory, byteCount: Int) { (self.memory, self.byteCount) = (memory, byteCount) }
}

/// A cache of intermediates across renders, by content.
///
/// It caches the images of `insertingIntermediate` at once. Other intermediates are cached when a second render
/// computes the same content and reads it for something new. So the frames of a video, which occur once, are not
/// cached. If a slider moves, the last image before its step is cached from the third render on.
package final class IntermediateCache<Memory: Sendable>: Sendable {
  private struct Entry {
    var image: CachedIntermediate<Memory>
    var sources: [Weak]
    var lastUse: Int
  }

  private struct Weak {
    weak var source: Source?
  }

  private struct State {
    var entries: [IntermediateContent: Entry] = [:]
    /// The hashes of contents that were computed but not cached. A hash collision only caches an image too early.
    var computedHashes: Set<Int> = []
    var clock = 0
    var byteCount: Int { entries.values.reduce(0) { $0 + $1.image.byteCount } }
  }

  private let state = Mutex(State())
  private let byteLimit: Int
  private let cachesAutomatically: Bool

  /// Creates an empty cache.
  ///
  /// - Parameter cachesAutomatically: if false, only images with `cache: true` are cached.
  package init(byteLimit: Int, cachesAutomatically: Bool) {
    (self.byteLimit, self.cachesAutomatically) = (byteLimit, cachesAutomatically)
  }

  /// Returns the run with cached images in place of the dispatches that compute them, and with the images marked that
  /// are to be cached.
  package func applied(to run: Run) -> Run {
    let schedule = run.schedule
    var contents = schedule.images.map(\.content)
    if contents.allSatisfy({ $0 == nil }) { return run }
    let changing = schedule.changingSources
    if !changing.isEmpty { contents = contents.map { $0.flatMap { $0.sources.isDisjoint(with: changing) ? $0 : nil } } }
    return state.withLock { state in
      state.clock += 1
      if state.computedHashes.count > hashCapacity { state.computedHashes.removeAll() }
      var cached: [Schedule.ImageID: CachedIntermediate<Memory>] = [:]
      var (toCache, repeated) = (Set<Schedule.ImageID>(), Set<Schedule.ImageID>())
      for (id, content) in contents.enumerated() {
        guard let content else { continue }
        if let entry = state.entries[content] {
          state.entries[content]?.lastUse = state.clock
          cached[id] = entry.image
        } else {
          switch content.requestedCaching {
          case true?: toCache.insert(id)
          case false?: if cachesAutomatically { toCache.insert(id) }
          case nil where cachesAutomatically:
            if !state.computedHashes.insert(content.hashValue).inserted { repeated.insert(id) }
          case nil: break
          }
        }
      }
      let remaining = schedule.replacing(cached).withoutUnread()
      for dispatch in remaining.dispatches where !repeated.contains(dispatch.output) {
        toCache.formUnion(repeated.intersection(dispatch.inputs))
      }
      // Images larger than the cache are not worth the memory blocks that they could no longer share.
      toCache = toCache.filter { schedule.images[$0].byteCount <= byteLimit }
      return cached.isEmpty && toCache.isEmpty ? run : run.running(remaining.caching(toCache))
    }
  }

  /// Adds an image that a run has computed.
  package func insert(_ content: IntermediateContent, _ memory: Memory, byteCount: Int, of sources: [Source]) {
    state.withLock { state in
      let own = sources.filter { content.sources.contains($0.identity) }
      state.entries[content] = Entry(
        image: CachedIntermediate(memory, byteCount: byteCount), sources: own.map { Weak(source: $0) },
        lastUse: state.clock)
    }
  }

  /// Evicts images whose sources are gone, and the least recently used ones above the limit or above `available` bytes.
  package func trim(available: Int) {
    // Evicted images are freed outside of the lock.
    var evicted: [CachedIntermediate<Memory>] = []
    state.withLock { state in
      func evict(_ content: IntermediateContent) {
        if let entry = state.entries.removeValue(forKey: content) { evicted.append(entry.image) }
      }
      for (content, entry) in state.entries where entry.sources.contains(where: { $0.source == nil }) {
        evict(content)
      }
      let limit = min(byteLimit, available)
      var total = state.byteCount
      guard total > limit else { return }
      for (content, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where total > limit {
        total -= entry.image.byteCount
        evict(content)
      }
    }
    evicted.removeAll()
  }

  package func clear() {
    var evicted: [IntermediateContent: Entry] = [:]
    state.withLock { state in
      swap(&state.entries, &evicted)
      state.computedHashes.removeAll()
    }
  }

  /// The bytes of the cached images.
  package var byteCount: Int { state.withLock { $0.byteCount } }
}

/// The maximum number of hashes of contents that were not cached.
private let hashCapacity = 4096

extension Schedule {
  /// The sources whose pixels may change between renders.
  fileprivate var changingSources: Set<Source.Identity> {
    Set(
      images.compactMap { image in
        if case .source(let source) = image.kind, !source.cachesPixels { source.identity } else { nil }
      })
  }

  /// Returns the schedule with cached images in place of computed ones.
  fileprivate func replacing(_ cached: [ImageID: any CachedPixels]) -> Schedule {
    if cached.isEmpty { return self }
    return Schedule(
      images: images.enumerated().map { id, image in
        guard let pixels = cached[id] else { return image }
        return Image(kind: .cached(pixels), region: image.region, store: image.store, content: image.content)
      }, dispatches: dispatches, outputs: outputs)
  }

  /// Returns the schedule with these images retained after the run.
  fileprivate func caching(_ ids: Set<ImageID>) -> Schedule {
    if ids.isEmpty { return self }
    return Schedule(
      images: images.enumerated().map { id, image in
        guard ids.contains(id) else { return image }
        return Image(
          kind: image.kind, region: image.region, store: image.store, content: image.content, isToBeCached: true)
      }, dispatches: dispatches, outputs: outputs)
  }
}
