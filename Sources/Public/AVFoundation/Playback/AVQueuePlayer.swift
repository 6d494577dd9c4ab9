import CoreMedia
import Foundation
import Synchronization

/// Plays items one after another. Safe on any thread.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  /// What follows the current item.
  private let following = Mutex<[AVPlayerItem]>([])

  /// A player of these items, in this order.
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

  /// What is played, and what follows.
  public func items() -> [AVPlayerItem] { [currentItem].compactMap { $0 } + following.withLock { $0 } }

  /// Goes on with the next item, at the rate of now; behind the last one there is none.
  public func advanceToNextItem() {
    let next = following.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    replaceCurrentItem(with: next)
  }

  /// True when the item is not in the queue yet.
  public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let all = items()
    return !all.contains { $0 === item } && (afterItem.map { after in all.contains { $0 === after } } ?? true)
  }

  /// Adds an item behind another one; nil: behind the last. One that cannot be inserted is left out, with a line in the
  /// log.
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else {
      return note("an item is in a queue once, and behind one that is there; it is not inserted")
    }
    guard let current = currentItem else { return replaceCurrentItem(with: item) }
    following.withLock { items in
      let place = items.firstIndex { $0 === afterItem }.map { $0 + 1 } ?? (afterItem === current ? 0 : items.count)
      items.insert(item, at: place)
    }
  }

  /// Takes an item out; the next one is played where it was the current one.
  public func remove(_ item: AVPlayerItem) {
    if item === currentItem { return advanceToNextItem() }
    following.withLock { $0.removeAll { $0 === item } }
  }

  /// Takes all items out.
  public func removeAllItems() {
    following.withLock { $0 = [] }
    replaceCurrentItem(with: nil)
  }
}

/// Plays an item, or a part of it, again and again, until it is disabled or goes. Safe on any thread.
///
/// Where the length of the part is known, the next lap is decoded before this one ends: no frame is lost or shown twice
/// at the seam, and sound goes on to the sample. Elsewhere the player goes back, which takes as long as decoding a
/// frame does.
public final class AVPlayerLooper: Sendable {
  private let engine: PlayerEngine

  /// Has the player play the item from now on.
  ///
  /// - Parameter timeRange: the part; invalid: all of it.
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

  /// How often it went back to the start.
  public var loopCount: Int { engine.read(\.loopCount) }

  /// Lets the item go on to its end.
  public func disableLooping() { engine.perform { state, later in state.setLoop(nil, &later) } }
}
