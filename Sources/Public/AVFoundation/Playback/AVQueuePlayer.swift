import CoreMedia
import Foundation
import Synchronization

/// A player of several items, one after another. Safe on any thread.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  /// The items after the current one.
  private let following = Mutex<[AVPlayerItem]>([])

  /// Creates a player of these items, in this order.
  public convenience init(items: [AVPlayerItem]) {
    self.init(playerItem: items.first, clock: SystemClock.shared)
    following.withLock { $0 = Array(items.dropFirst()) }
  }

  package override init(playerItem item: AVPlayerItem?, clock: any PlaybackClock) {
    super.init(playerItem: item, clock: clock)
    engine.perform { state, _ in
      state.actionAtItemEnd = .advance
      state.playNext = { [weak self] in self?.advanceToNextItem() }
    }
  }

  /// Returns the current item and those after it.
  public func items() -> [AVPlayerItem] { [currentItem].compactMap { $0 } + following.withLock { $0 } }

  /// Continues with the next item, at the current rate. After the last one there is no item.
  public func advanceToNextItem() {
    let next = following.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    replaceCurrentItem(with: next)
  }

  /// Returns whether the item can be inserted: it is not in the queue yet.
  public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let all = items()
    return !all.contains { $0 === item } && (afterItem.map { after in all.contains { $0 === after } } ?? true)
  }

  /// Inserts an item after another one; nil for the end of the queue. An item that cannot be inserted is ignored and
  /// logged.
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else {
      return note("an item can be in a queue only once, and only after an item of the queue; it is not inserted")
    }
    guard let current = currentItem else { return replaceCurrentItem(with: item) }
    following.withLock { items in
      let index = items.firstIndex { $0 === afterItem }.map { $0 + 1 } ?? (afterItem === current ? 0 : items.count)
      items.insert(item, at: index)
    }
  }

  /// Removes an item. If it is the current one, continues with the next item.
  public func remove(_ item: AVPlayerItem) {
    if item === currentItem { return advanceToNextItem() }
    following.withLock { $0.removeAll { $0 === item } }
  }

  /// Removes all items.
  public func removeAllItems() {
    following.withLock { $0 = [] }
    replaceCurrentItem(with: nil)
  }
}

/// A looper that repeats an item, or a part of it, until it is disabled or released. Safe on any thread.
///
/// If the duration of the part is known, the next iteration is decoded before the current one ends: no frame is lost or
/// repeated at the boundary, and sound is continuous. Otherwise the player seeks to the start, which takes the time of
/// decoding a frame.
public final class AVPlayerLooper: Sendable {
  private let engine: PlayerEngine

  /// Starts to play the item repeatedly.
  ///
  /// - Parameter timeRange: the part; invalid for the whole item.
  public init(player: AVQueuePlayer, templateItem: AVPlayerItem, timeRange: CMTimeRange = .invalid) {
    engine = player.engine
    let isPart = timeRange.isValid && timeRange.duration > .zero
    let loop = isPart ? timeRange : CMTimeRange(start: .zero, duration: .positiveInfinity)
    engine.perform { state, later in
      state.loopCount = 0
      state.setLoop(loop, &later)
    }
    player.replaceCurrentItem(with: templateItem)
  }

  deinit { disableLooping() }

  /// The number of times that playback has returned to the start.
  public var loopCount: Int { engine.read(\.loopCount) }

  /// Disables looping, so that the item plays to its end.
  public func disableLooping() { engine.perform { state, later in state.setLoop(nil, &later) } }
}
