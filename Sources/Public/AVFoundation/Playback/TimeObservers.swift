import CoreMedia
import Foundation

/// The time observers of a player, guarded by its engine's lock.
struct TimeObservers {
  private struct Observer {
    enum Kind {
      case periodic(CMTime, (CMTime) -> Void)
      case boundary([CMTime], () -> Void)
    }
    let kind: Kind
    let queue: DispatchQueue
  }

  /// The token for `removeTimeObserver`.
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

  /// Calls observers of times up to now.
  ///
  /// - Parameter jumped: whether the time has jumped; then periodic observers are called, boundary observers are not.
  mutating func notify(_ now: CMTime, jumped: Bool) {
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

  /// Returns the next time of an observer.
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

  /// Returns the number of complete intervals up to a time.
  private func count(_ time: CMTime, _ interval: CMTime) -> Int64 {
    guard time.isNumeric, interval.isNumeric, interval > .zero else { return 0 }
    let numerator = Int128(time.value) * Int128(interval.timescale)
    let denominator = Int128(time.timescale) * Int128(interval.value)
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }

  /// A block of the app, which may be sent to the queue that the app has chosen.
  private struct Call: @unchecked Sendable {
    let block: () -> Void
    init(_ block: @escaping () -> Void) { self.block = block }
    func run() { block() }
  }
}
