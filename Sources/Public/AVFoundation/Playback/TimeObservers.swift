import CoreMedia
import Foundation

/// Who wants to hear of times as they come. For the engine, under its lock.
struct TimeObservers {
  private struct Observer {
    enum Kind {
      case periodic(CMTime, (CMTime) -> Void)
      case boundary([CMTime], () -> Void)
    }
    let kind: Kind
    let queue: DispatchQueue
  }

  /// What `removeTimeObserver` takes.
  final class Token: Sendable {}

  private var all: [(token: Token, observer: Observer)] = []
  private var last: CMTime?

  mutating func addPeriodic(
    _ interval: CMTime, _ queue: DispatchQueue?, _ block: @escaping (CMTime) -> Void
  ) -> Token {
    add(Observer(kind: .periodic(interval, block), queue: queue ?? .main))
  }

  mutating func addBoundary(_ times: [CMTime], _ queue: DispatchQueue?, _ block: @escaping () -> Void) -> Token {
    add(Observer(kind: .boundary(times.filter(\.isNumeric), block), queue: queue ?? .main))
  }

  private mutating func add(_ observer: Observer) -> Token {
    let token = Token()
    all.append((token, observer))
    return token
  }

  mutating func remove(_ token: Token) { all.removeAll { $0.token === token } }

  /// Calls who waits for a time up to now.
  ///
  /// - Parameter jumped: time did not come here by running; periodic observers hear of that, boundaries do not.
  mutating func tell(_ now: CMTime, jumped: Bool) {
    defer { last = now }
    let before = jumped ? nil : last
    for (_, observer) in all {
      switch observer.kind {
      case .periodic(let interval, let block):
        let isDue = before.map { count(now, interval) > count($0, interval) } ?? true
        if isDue { observer.queue.async(execute: Call { block(now) }.run) }
      case .boundary(let times, let block):
        guard let before, times.contains(where: { before < $0 && $0 <= now }) else { continue }
        observer.queue.async(execute: Call(block).run)
      }
    }
  }

  /// The next time that somebody waits for.
  func next(after now: CMTime) -> CMTime? {
    all.compactMap { _, observer in
      switch observer.kind {
      case .periodic(let interval, _):
        guard interval.isNumeric, interval > .zero else { return nil }
        return CMTime(value: (count(now, interval) + 1) * interval.value, timescale: interval.timescale)
      case .boundary(let times, _): return times.filter { $0 > now }.min()
      }
    }.min()
  }

  /// Whole intervals up to a time.
  private func count(_ time: CMTime, _ interval: CMTime) -> Int64 {
    guard time.isNumeric, interval.isNumeric, interval > .zero else { return 0 }
    let numerator = Int128(time.value) * Int128(interval.timescale)
    let denominator = Int128(time.timescale) * Int128(interval.value)
    let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(clamping: rest < 0 ? whole - 1 : whole)
  }

  /// A block of the app's goes to the queue that the app named for it.
  private struct Call: @unchecked Sendable {
    let block: () -> Void
    init(_ block: @escaping () -> Void) { self.block = block }
    func run() { block() }
  }
}
