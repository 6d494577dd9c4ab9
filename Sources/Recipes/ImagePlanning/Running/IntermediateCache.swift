import ImageGraph
import ImagePrograms
import Synchronization

/// An intermediate image in an engine's memory, kept for later renders.
package final class CachedIntermediate<Memory: Sendable>: CachedPixels {
  package let memory: Memory
  package let byteCount: Int

  package init(_ memory: Memory, byteCount: Int) { (self.memory, self.byteCount) = (memory, byteCount) }
}

/// Intermediate images kept across renders, by content.
///
/// Kept is what `insertingIntermediate` asked for, at once; and what the planner stored by itself when a second render
/// asks for the same, as far as something that is new is made of it. So a video, whose frames come once, leaves nothing
/// here, and a slider that moves finds the last image before its step from the third render on.
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
    /// Contents that were computed and not kept, by their hashes: a wrong guess keeps an image too early.
    var seen: Set<Int> = []
    var clock = 0
    var byteCount: Int { entries.values.reduce(0) { $0 + $1.image.byteCount } }
  }

  private let state = Mutex(State())
  private let byteLimit: Int
  private let keepsUnasked: Bool

  /// - Parameter keepsUnasked: false: only what was asked for with `cache: true` is kept.
  package init(byteLimit: Int, keepsUnasked: Bool) { (self.byteLimit, self.keepsUnasked) = (byteLimit, keepsUnasked) }

  /// The run with kept images in place of the dispatches that make them, and with those marked that are to be kept.
  package func applied(to run: Run) -> Run {
    let schedule = run.schedule
    var contents = schedule.images.map(\.content)
    if contents.allSatisfy({ $0 == nil }) { return run }
    let changing = schedule.changingSources
    if !changing.isEmpty { contents = contents.map { $0.flatMap { $0.sources.isDisjoint(with: changing) ? $0 : nil } } }
    return state.withLock { state in
      state.clock += 1
      if state.seen.count > seenCapacity { state.seen.removeAll() }
      var kept: [Schedule.ImageID: CachedIntermediate<Memory>] = [:]
      var (toKeep, repeated) = (Set<Schedule.ImageID>(), Set<Schedule.ImageID>())
      for (id, content) in contents.enumerated() {
        guard let content else { continue }
        if let entry = state.entries[content] {
          state.entries[content]?.lastUse = state.clock
          kept[id] = entry.image
        } else {
          switch content.askedToKeep {
          case true?: toKeep.insert(id)
          case false?: if keepsUnasked { toKeep.insert(id) }
          case nil where keepsUnasked: if !state.seen.insert(content.hashValue).inserted { repeated.insert(id) }
          case nil: break
          }
        }
      }
      let rest = schedule.taking(kept).withoutUnread()
      for dispatch in rest.dispatches where !repeated.contains(dispatch.output) {
        toKeep.formUnion(repeated.intersection(dispatch.inputs))
      }
      // More than there is place for is not worth the memory that images then no longer share.
      toKeep = toKeep.filter { schedule.images[$0].byteCount <= byteLimit }
      return kept.isEmpty && toKeep.isEmpty ? run : run.running(rest.keeping(toKeep))
    }
  }

  /// Keeps an image that a run has made.
  package func keep(_ content: IntermediateContent, _ memory: Memory, byteCount: Int, of sources: [Source]) {
    state.withLock { state in
      let own = sources.filter { content.sources.contains($0.identity) }
      state.entries[content] = Entry(
        image: CachedIntermediate(memory, byteCount: byteCount), sources: own.map { Weak(source: $0) },
        lastUse: state.clock)
    }
  }

  /// Forgets what is made of sources that are gone, and the longest unused beyond the bound or `available` bytes.
  package func trim(available: Int) {
    // What is forgotten is freed outside the lock.
    var forgotten: [CachedIntermediate<Memory>] = []
    state.withLock { state in
      func forget(_ content: IntermediateContent) {
        if let entry = state.entries.removeValue(forKey: content) { forgotten.append(entry.image) }
      }
      for (content, entry) in state.entries where entry.sources.contains(where: { $0.source == nil }) {
        forget(content)
      }
      let limit = min(byteLimit, available)
      var total = state.byteCount
      guard total > limit else { return }
      for (content, entry) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where total > limit {
        total -= entry.image.byteCount
        forget(content)
      }
    }
    forgotten.removeAll()
  }

  package func clear() {
    var forgotten: [IntermediateContent: Entry] = [:]
    state.withLock { state in
      swap(&state.entries, &forgotten)
      state.seen.removeAll()
    }
  }

  /// Bytes of the images that are kept.
  package var byteCount: Int { state.withLock { $0.byteCount } }
}

/// Contents that are remembered as computed and not kept.
private let seenCapacity = 4096

extension Schedule {
  /// Sources whose pixels may be others with the next render.
  fileprivate var changingSources: Set<Source.Identity> {
    Set(
      images.compactMap { image in
        if case .source(let source) = image.kind, !source.keepsPixels { source.identity } else { nil }
      })
  }

  /// With kept images in the place of those that are made.
  fileprivate func taking(_ kept: [ImageID: any CachedPixels]) -> Schedule {
    if kept.isEmpty { return self }
    return Schedule(
      images: images.enumerated().map { id, image in
        guard let known = kept[id] else { return image }
        return Image(kind: .cached(known), region: image.region, store: image.store, content: image.content)
      }, dispatches: dispatches, outputs: outputs)
  }

  /// With these images staying after the run.
  fileprivate func keeping(_ ids: Set<ImageID>) -> Schedule {
    if ids.isEmpty { return self }
    return Schedule(
      images: images.enumerated().map { id, image in
        guard ids.contains(id) else { return image }
        return Image(
          kind: image.kind, region: image.region, store: image.store, content: image.content, isToBeCached: true)
      }, dispatches: dispatches, outputs: outputs)
  }
}
