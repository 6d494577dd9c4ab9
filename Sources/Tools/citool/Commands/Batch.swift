import CommandLineSupport
import CoreImage
import Dispatch
import Foundation
import ImageGraph
import Synchronization

/// A batch of images with the same filters. One context renders them in parallel, one per core, as far as the memory
/// budget permits.
struct Batch: Sendable {
  let jobs: [FilterChain.Job]
  let chain: FilterChain
  let rect: CGRect?
  let output: Output

  /// Renders all images. A failure is reported at once and does not stop the others.
  ///
  /// - Returns: the statistics of the rendered images, and the failures in the order of the command line.
  func run() -> (Statistics, [CommandFailure]) {
    let start = ContinuousClock.now
    let next = Atomic(0)
    let total = Mutex(Statistics())
    let failures = Mutex([CommandFailure?](repeating: nil, count: jobs.count))
    let progress = Mutex(Progress(line: ProgressLine(of: Double(jobs.count), unit: "image")))
    let gate = MemoryGate(byteCount: output.memoryTarget)
    @Sendable func renderAll() {
      while true {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < jobs.count else { return }
        do {
          let rendered = try render(number, gate) { name in progress.withLock { $0.begin(name, of: jobs.count) } }
          total.withLock { $0 += rendered }
        } catch {
          let failure = CommandFailure(error)
          failures.withLock { $0[number] = failure }
          if jobs.count > 1 { progress.withLock { $0.report(failure) } }
        }
        progress.withLock { $0.done += 1 }
      }
    }
    let threads = min(jobs.count, ProcessInfo.processInfo.activeProcessorCount)
    if threads == 1 {
      renderAll()
    } else {
      // The calling thread takes part, so the batch proceeds even if the system permits no further threads.
      DispatchQueue.concurrentPerform(iterations: threads) { _ in renderAll() }
    }
    progress.withLock { $0.line.end() }
    var statistics = total.withLock { $0 }
    // The wall times of parallel renders overlap, so their sum is not the wall time of the batch.
    statistics.wall = (ContinuousClock.now - start) / .milliseconds(1)
    return (statistics, failures.withLock { $0.compactMap { $0 } })
  }

  private func render(_ number: Int, _ gate: MemoryGate, _ begin: (String) -> Void) throws -> Statistics {
    let job = jobs[number]
    if jobs.count > 1 { begin(job.name) }
    let image = try chain.image(from: job.input)
    return try located(job.name) {
      let byteCount = jobs.count > 1 ? image.decodedByteCount : 0
      gate.enter(byteCount)
      defer { gate.leave(byteCount) }
      return try output.write(image, rect: rect, to: job.output, showsProgress: jobs.count == 1)
    }
  }

  /// The progress line of the batch.
  private struct Progress: Sendable {
    var line: ProgressLine
    var done = 0

    mutating func begin(_ name: String, of count: Int) {
      line.show(Double(done), "\(done + 1) of \(count) \(name)")
    }

    func report(_ failure: CommandFailure) {
      line.end()
      Terminal.note("citool: \(failure.text)")
    }
  }
}

/// A memory budget that images share. An image waits until enough of the budget is free. A single image may exceed it.
///
/// Unchecked: `condition` protects the number of used bytes.
private final class MemoryGate: @unchecked Sendable {
  private let condition = NSCondition()
  private let byteCount: Int
  private var used = 0

  init(byteCount: Int) { self.byteCount = byteCount }

  func enter(_ bytes: Int) {
    condition.lock()
    while used > 0, bytes > byteCount - used { condition.wait() }
    used = used.plus(bytes)
    condition.unlock()
  }

  func leave(_ bytes: Int) {
    condition.lock()
    used -= bytes
    condition.broadcast()
    condition.unlock()
  }
}

extension CIImage {
  /// The bytes for decoding the sources, doubled for the render.
  fileprivate var decodedByteCount: Int {
    let bytes = node.topological.reduce(0) { sum, step in
      if case .source(let source) = step.op { sum.plus(source.byteCount.plus(source.wholeByteCount)) } else { sum }
    }
    return min(bytes, 1 << 52).times(2)
  }
}
