import CommandLineSupport
import CoreImage
import Dispatch
import Foundation
import ImageGraph
import Synchronization

/// Images that go through the same filters: as many at once as there are cores, by one context, while the memory
/// target has room for their pixels.
struct Batch: Sendable {
  let jobs: [FilterChain.Job]
  let chain: FilterChain
  let rect: CGRect?
  let output: Output

  /// Makes all of them. One that fails is told of when it does, and stops no other.
  ///
  /// - Returns: what the ones that were made took, and the failures in the order of the command line.
  func run() -> (Statistics, [CommandFailure]) {
    let start = ContinuousClock.now
    let next = Atomic(0)
    let total = Mutex(Statistics())
    let failures = Mutex([CommandFailure?](repeating: nil, count: jobs.count))
    let progress = Mutex(Progress(line: ProgressLine(of: Double(jobs.count), unit: "image")))
    let room = MemoryGate(byteCount: output.memoryTarget)
    @Sendable func makeAll() {
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < jobs.count else { return }
        do {
          let made = try make(number, in: room) { name in progress.withLock { $0.begin(name, of: jobs.count) } }
          total.withLock { $0 += made }
        } catch {
          let failure = CommandFailure(error)
          failures.withLock { $0[number] = failure }
          if jobs.count > 1 { progress.withLock { $0.tell(failure) } }
        }
        progress.withLock { $0.done += 1 }
      }
    }
    let threads = min(jobs.count, ProcessInfo.processInfo.activeProcessorCount)
    if threads == 1 {
      makeAll()
    } else {
      // This thread is one of them, so it goes on where the system gives no other.
      DispatchQueue.concurrentPerform(iterations: threads) { _ in makeAll() }
    }
    progress.withLock { $0.line.end() }
    var statistics = total.withLock { $0 }
    // Those of images that are made at once are no time that passed.
    statistics.wall = (ContinuousClock.now - start) / .milliseconds(1)
    return (statistics, failures.withLock { $0.compactMap { $0 } })
  }

  private func make(_ number: Int, in room: MemoryGate, _ begin: (String) -> Void) throws -> Statistics {
    let job = jobs[number]
    if jobs.count > 1 { begin(job.name) }
    let image = try chain.image(from: job.input)
    return try located(job.name) {
      let byteCount = jobs.count > 1 ? image.decodedByteCount : 0
      room.enter(byteCount)
      defer { room.leave(byteCount) }
      return try output.write(image, rect: rect, to: job.output, showsProgress: jobs.count == 1)
    }
  }

  /// The line of all images.
  private struct Progress: Sendable {
    var line: ProgressLine
    var done = 0

    mutating func begin(_ name: String, of count: Int) {
      line.show(Double(done), "\(done + 1) of \(count) \(name)")
    }

    func tell(_ failure: CommandFailure) {
      line.end()
      Terminal.note("citool: \(failure.text)")
    }
  }
}

/// Memory that images share: one waits until those before it leave enough. One alone always may.
///
/// Unchecked: the number is behind `condition`.
private final class MemoryGate: @unchecked Sendable {
  private let condition = NSCondition()
  private let byteCount: Int
  private var taken = 0

  init(byteCount: Int) { self.byteCount = byteCount }

  func enter(_ bytes: Int) {
    condition.lock()
    while taken > 0, bytes > byteCount - taken { condition.wait() }
    taken = taken.plus(bytes)
    condition.unlock()
  }

  func leave(_ bytes: Int) {
    condition.lock()
    taken -= bytes
    condition.broadcast()
    condition.unlock()
  }
}

extension CIImage {
  /// Bytes that decoding its sources takes, and once more for what is made of them.
  fileprivate var decodedByteCount: Int {
    let bytes = node.topological.reduce(0) { sum, step in
      if case .source(let source) = step.op { sum.plus(source.byteCount.plus(source.wholeByteCount)) } else { sum }
    }
    return min(bytes, 1 << 52).times(2)
  }
}
