import CoreVideo
import Dispatch
import Foundation
import ImageGraph
import ImagePlanning
import ImagePrograms
import VulkanEngine

/// A queue of background renders. One thread submits them to the device in order, another one completes them. Neither
/// waits for a caller, so renders end even if their tasks were released.
final class RenderQueue: Sendable {
  private let starting = DispatchQueue(label: "CoreImage.start")
  private let completing = DispatchQueue(label: "CoreImage.complete")
  /// The capacity of the queue. A caller that adds more renders waits for one to end.
  private let slots = DispatchSemaphore(value: 64)

  /// - Parameter waits: whether the caller waits while 64 renders are in the queue.
  func add(_ job: RenderJob, waits: Bool) {
    if waits { slots.wait() }
    starting.async { self.startAndEnd(job, waits: waits) }
  }

  /// Starts a render whose commands must be enqueued when this returns. A render of several runs is complete then.
  ///
  /// - Throws: the error of starting it.
  func start(now job: RenderJob) throws {
    slots.wait()
    starting.sync { startAndEnd(job, waits: true) }
    guard let error = job.failure else { return }
    // After the error, the caller may release the device, which the job retains until its end.
    _ = try? job.wait()
    throw error
  }

  /// Waits until all renders have ended and the queue retains nothing of them.
  func drain() {
    starting.sync {}
    completing.sync {}
  }

  private func startAndEnd(_ job: RenderJob, waits: Bool) {
    start(job)
    completing.async { [self] in
      job.end()
      if waits { slots.signal() }
    }
  }

  /// Starts a render of one run. A render of several runs is executed here, after earlier renders have ended.
  private func start(_ job: RenderJob) {
    if job.isStopped { return }
    do throws(RenderError) {
      // Earlier renders into the destination must have finished.
      if job.readsDestination { completing.sync {} }
      try job.begin()
      if job.parts.count == 1, let started = try job.parts[0].start() {
        // An app's next commands must follow all commands of the render, including those that wait for the host.
        if job.isForDevice, !started.isEnqueued {
          completing.sync { job.complete(started) }
        } else {
          completing.async { job.complete(started) }
        }
      } else {
        completing.sync {}
        job.run()
      }
    } catch {
      job.fail(error)
    }
  }
}

/// A render of one image, and the receiver of its pixels.
struct RenderPart: Sendable {
  let render: Render
  /// Whether the pixels are written to an app's device.
  var isForDevice = false
  /// The destination there, for a render of one run. Nil: pixels are passed to `receive`.
  var target: RunTarget?
  /// Is called before the render starts, while the destination is locked.
  var begin: (@Sendable () throws(RenderError) -> Void)?
  /// Is called after all strips were received.
  var finish: (@Sendable () throws(RenderError) -> Void)?
  /// Returns the final destination of the pixels, while the destination is locked.
  var outputMemory: (@Sendable () -> OutputMemory?)?
  /// Receives each strip once, top first.
  let receive: @Sendable (RenderedStrip) throws(RenderError) -> Void

  /// - Returns: nil if the render takes several runs, or `run` must divide it into smaller tiles.
  fileprivate func start() throws(RenderError) -> StartedRender? {
    do throws(RenderError) {
      return try render.start(to: target)
    } catch {
      guard error.isMemoryShortage, render.canUseSmallerTiles else { throw error }
      return nil
    }
  }
}

extension [RenderPart] {
  /// The joint render of all parts; nil if they are rendered one after another.
  var joint: JointRender? { JointRender(map(\.render)) }

  /// Renders all parts on the calling thread.
  ///
  /// - Parameters:
  ///   - joint: see `joint`.
  ///   - intoOutputMemory: whether pixels may be written to their final destination as they are computed.
  ///   - between: is called before each run. An error that it throws ends the render.
  ///   - receive: receives each strip of each part.
  func run(
    _ joint: JointRender?, intoOutputMemory: Bool, between: () throws(RenderError) -> Void = {},
    receive: (RenderPart, RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    if let joint {
      let statistics = try joint.run(into: map { intoOutputMemory ? $0.outputMemory?() : nil }, between: between) {
        index, strip throws(RenderError) in try receive(self[index], strip)
      }
      for part in self { try part.finish?() }
      return statistics
    }
    var sum = RenderStatistics()
    for part in self {
      sum =
        try sum
        + part.render.run(into: intoOutputMemory ? part.outputMemory?() : nil, between: between) {
          strip throws(RenderError) in
          try receive(part, strip)
        }
      try part.finish?()
    }
    return sum
  }
}

/// A render in a queue, from its start to its end: of an image, or of the planes of one.
///
/// Unchecked: `condition` protects all mutable state.
final class RenderJob: @unchecked Sendable {
  typealias Outcome = Result<CIRenderInfo, any Error>

  /// The renders of the job; empty after its end.
  var parts: [RenderPart] { locked { ownParts } }
  private var ownParts: [RenderPart]
  /// The number of pixels of all parts.
  private let pixelCount: Double
  /// Whether the render writes to an app's device, on which the app's next commands follow.
  var isForDevice: Bool { parts.contains(where: \.isForDevice) }
  private let buffer: CVPixelBuffer?
  /// Whether pixels are written to their final destination as they are computed. A failed render then leaves some of
  /// them there.
  private let isInPlace: Bool
  private var background: DestinationBackground?
  private let progress: (@Sendable (Double) -> Void)?
  /// The queue of progress callbacks, so that a slow callback does not block other renders.
  private let progressQueue: DispatchQueue?
  private let condition = NSCondition()
  private var statistics: RenderStatistics
  private var pixelsDone = 0
  /// The schedules that ran.
  private var runs: (schedules: [Schedule], groups: [RenderWork.RunGroup]) = ([], [])
  private var error: (any Error)?
  private var outcome: Outcome?
  private var holdsLock = false
  private var waiting: [CheckedContinuation<CIRenderInfo, any Error>] = []

  /// - Parameters:
  ///   - parts: are rendered one after another; each receives strips on a thread of the queue.
  ///   - progress: is called after each strip with the completed fraction of the pixels, 0...1, one call at a time.
  ///   - buffer: the buffer that the parts are written to, if any; it is locked from the start to the end.
  ///   - background: the content that the parts are blended with.
  ///   - inPlace: whether pixels may be written to the buffer before all of them are computed.
  init(
    _ parts: [RenderPart], progress: (@Sendable (Double) -> Void)?, locking buffer: CVPixelBuffer? = nil,
    taking background: DestinationBackground? = nil, inPlace: Bool = false
  ) {
    (ownParts, self.progress, self.buffer, self.background) = (parts, progress, buffer, background)
    isInPlace = inPlace && background == nil
    pixelCount = parts.reduce(0) { $0 + $1.render.request.region.area }
    progressQueue = progress.map { _ in DispatchQueue(label: "CoreImage.progress") }
    statistics = parts.reduce(RenderStatistics()) { $0 + $1.render.statistics }
  }

  /// The statistics of the plans of all parts: counts and bytes, no times.
  var planned: RenderStatistics { parts.reduce(RenderStatistics()) { $0 + $1.render.planned } }

  /// Stops the render at its next check, or after the current copy of a strip. It then ends with a `CancellationError`.
  func cancel() { fail(CancellationError()) }

  /// Whether nothing more is to be started or copied.
  var isStopped: Bool { locked { error != nil } }

  /// The error of the render, which has ended or will end early.
  fileprivate var failure: (any Error)? { locked { error } }

  /// Records an error; later ones are ignored.
  fileprivate func fail(_ reason: any Error) { locked { if error == nil, outcome == nil { error = reason } } }

  /// Whether the render reads the content of its destination.
  var readsDestination: Bool { locked { background != nil } }

  fileprivate func begin() throws(RenderError) {
    if let buffer {
      try buffer.locked([])
      locked { holdsLock = true }
    }
    try locked { background }?.copyContent?()
    for part in parts { try part.begin?() }
  }

  /// Waits for a render that was started.
  fileprivate func complete(_ started: StartedRender) {
    locked { runs = ([started.schedule], [RenderWork.RunGroup(runs: [0])]) }
    finish { () throws(RenderError) in
      try started.complete(into: isInPlace ? parts[0].outputMemory?() : nil, between: checkStopped) {
        strip throws(RenderError) in try receive(strip, of: parts[0])
      }
    }
  }

  /// Renders on the calling thread.
  fileprivate func run() {
    let parts = parts
    let joint = parts.joint
    locked {
      if let joint {
        runs = ([joint.schedule], [RenderWork.RunGroup(runs: [0])])
      } else {
        for part in parts { add(part.render) }
      }
    }
    finish { () throws(RenderError) in
      try parts.run(joint, intoOutputMemory: isInPlace, between: checkStopped) { part, strip throws(RenderError) in
        try receive(strip, of: part)
      }
    }
  }

  /// Records the runs of a part after those before it.
  private func add(_ render: Render) {
    guard case .plan(let plan, _) = render.work else { return }
    let first = runs.schedules.count
    runs.schedules += plan.work.schedules
    runs.groups += plan.work.groups.map { RenderWork.RunGroup(runs: $0.runs.map { $0 + first }) }
  }

  private func checkStopped() throws(RenderError) {
    if isStopped { throw .invalidArgument("the render was stopped") }
  }

  private func finish(_ body: () throws(RenderError) -> RenderStatistics) {
    do throws(RenderError) {
      let result = try body()
      locked { statistics = result }
    } catch {
      fail(error)
    }
  }

  private func receive(_ strip: RenderedStrip, of part: RenderPart) throws(RenderError) {
    if isStopped { return }
    try part.receive(strip)
    let fraction = locked { () -> Double in
      pixelsDone += strip.width * strip.height
      return Double(pixelsDone) / max(pixelCount, 1)
    }
    progressQueue?.async { [self] in if !isStopped { progress?(fraction) } }
  }

  /// Ends the job: resumes waiting callers after the last progress callback.
  fileprivate func end() {
    if let progressQueue { progressQueue.async { self.publishOutcome() } } else { publishOutcome() }
  }

  private func publishOutcome() {
    if let buffer, locked({ holdsLock }) { CVPixelBufferUnlockBaseAddress(buffer, []) }
    releaseEngine()
    let info = locked { CIRenderInfo(statistics, runs.schedules, runs.groups) }
    let (result, listeners) = locked { () -> (Outcome, [CheckedContinuation<CIRenderInfo, any Error>]) in
      let result: Outcome = error.map { .failure($0) } ?? .success(info)
      outcome = result
      defer { (waiting, runs) = ([], ([], [])) }
      condition.broadcast()
      return (result, waiting)
    }
    for continuation in listeners { continuation.resume(with: result) }
  }

  /// Releases the engine. A waiting caller may release the context and then its device, so the finished job must not
  /// retain them.
  private func releaseEngine() {
    let releasedParts = locked { () -> [RenderPart] in
      defer { (ownParts, background) = ([], nil) }
      return ownParts
    }
    withExtendedLifetime(releasedParts) {}
  }

  /// Waits for the end on the calling thread.
  func wait() throws -> CIRenderInfo {
    try locked { () -> Outcome in
      while outcome == nil { condition.wait() }
      return outcome!
    }.get()
  }

  /// Waits for the end without blocking a thread. Cancelling the caller's task cancels the render.
  func value() async throws -> CIRenderInfo {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let existingOutcome = locked { () -> Outcome? in
          if outcome == nil { waiting.append(continuation) }
          return outcome
        }
        if let existingOutcome { continuation.resume(with: existingOutcome) }
      }
    } onCancel: {
      cancel()
    }
  }

  private func locked<T>(_ body: () -> T) -> T {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}
