import CoreVideo
import Dispatch
import Foundation
import ImageGraph
import ImagePlanning
import ImagePrograms
import VulkanEngine

/// Renders that nobody waits for. One thread gives them to the device in the order in which they were added, another
/// takes the finished ones: neither waits for a caller, so renders under way end whoever holds their tasks.
final class RenderQueue: Sendable {
  private let starting = DispatchQueue(label: "CoreImage.start")
  private let completing = DispatchQueue(label: "CoreImage.complete")
  /// Renders that wait or are under way; a caller who adds more waits for one to end.
  private let places = DispatchSemaphore(value: 64)

  /// - Parameter waits: whether the caller waits for a place when 64 renders are in the queue.
  func add(_ job: RenderJob, waits: Bool) {
    if waits { places.wait() }
    starting.async { self.startAndEnd(job, waits: waits) }
  }

  /// The same for a render whose commands have to be enqueued when this returns; one of several runs is done then.
  ///
  /// - Throws: why it could not be started.
  func start(now job: RenderJob) throws {
    places.wait()
    starting.sync { startAndEnd(job, waits: true) }
    guard let error = job.failure else { return }
    // Who hears of it may let the device go, which the job holds until its end.
    _ = try? job.wait()
    throw error
  }

  /// Waits until all renders have ended, and nothing is left of them here.
  func drain() {
    starting.sync {}
    completing.sync {}
  }

  private func startAndEnd(_ job: RenderJob, waits: Bool) {
    start(job)
    completing.async { [self] in
      job.end()
      if waits { places.signal() }
    }
  }

  /// Starts a render of one run. One of several is rendered here, when what came before has ended.
  private func start(_ job: RenderJob) {
    if job.isStopped { return }
    do throws(RenderError) {
      // What earlier renders leave in the destination has to be there.
      if job.readsDestination { completing.sync {} }
      try job.begin()
      if job.parts.count == 1, let started = try job.parts[0].start() {
        // An app's next commands come behind all of it, not behind the part that waits for the host.
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

/// An image that a render makes, and what becomes of it.
struct RenderPart: Sendable {
  let render: Render
  /// True where the pixels go to an app's device.
  var isForDevice = false
  /// Where they go there, of a render of one run; nil: they are received.
  var target: RunTarget?
  /// Called before any part of the render is made, while the destination is locked.
  var begin: (@Sendable () throws(RenderError) -> Void)?
  /// Called when all strips were received.
  var finish: (@Sendable () throws(RenderError) -> Void)?
  /// Where the pixels are wanted in the end, while the destination is locked.
  var room: (@Sendable () -> OutputMemory?)?
  /// Gets each strip once, top first.
  let receive: @Sendable (RenderedStrip) throws(RenderError) -> Void

  /// - Returns: nil where it takes several runs, or `run` has to find smaller ones.
  fileprivate func start() throws(RenderError) -> StartedRender? {
    do throws(RenderError) {
      return try render.start(to: target)
    } catch {
      guard error.isMemoryShortage, render.canBeSmaller else { throw error }
      return nil
    }
  }
}

extension [RenderPart] {
  /// What runs when they are made together; nil where they are made one after another.
  var joint: JointRender? { JointRender(map(\.render)) }

  /// Makes all of them on this thread.
  ///
  /// - Parameters:
  ///   - joint: see `joint`.
  ///   - inRooms: whether pixels may be written to where they are wanted as they are made.
  ///   - between: called before each run; what it throws ends the render.
  ///   - receive: gets each strip of each part.
  func run(
    _ joint: JointRender?, inRooms: Bool, between: () throws(RenderError) -> Void = {},
    receive: (RenderPart, RenderedStrip) throws(RenderError) -> Void
  ) throws(RenderError) -> RenderStatistics {
    if let joint {
      let statistics = try joint.run(into: map { inRooms ? $0.room?() : nil }, between: between) {
        index, strip throws(RenderError) in try receive(self[index], strip)
      }
      for part in self { try part.finish?() }
      return statistics
    }
    var sum = RenderStatistics()
    for part in self {
      sum =
        try sum
        + part.render.run(into: inRooms ? part.room?() : nil, between: between) { strip throws(RenderError) in
          try receive(part, strip)
        }
      try part.finish?()
    }
    return sum
  }
}

/// One render of a queue, from its start to its end: an image, or the planes of one.
///
/// Unchecked: all that changes is behind `condition`.
final class RenderJob: @unchecked Sendable {
  typealias Outcome = Result<CIRenderInfo, any Error>

  /// What is rendered; empty when that is done.
  var parts: [RenderPart] { locked { ownParts } }
  private var ownParts: [RenderPart]
  /// Pixels of all parts.
  private let pixelCount: Double
  /// True for renders into an app's device: the app's next commands come behind them.
  var isForDevice: Bool { parts.contains(where: \.isForDevice) }
  private let buffer: CVPixelBuffer?
  /// True where pixels go to their places as they are made, so that a render that fails leaves some of them there.
  private let isInPlace: Bool
  private var background: DestinationBackground?
  private let progress: (@Sendable (Double) -> Void)?
  /// Where progress is told, so that a caller who is slow to listen stops nobody else.
  private let telling: DispatchQueue?
  private let condition = NSCondition()
  private var statistics: RenderStatistics
  private var pixelsDone = 0
  /// What ran.
  private var runs: (schedules: [Schedule], groups: [RenderWork.RunGroup]) = ([], [])
  private var error: (any Error)?
  private var outcome: Outcome?
  private var holdsLock = false
  private var waiting: [CheckedContinuation<CIRenderInfo, any Error>] = []

  /// - Parameters:
  ///   - parts: made one after another; each receives on a thread of the queue.
  ///   - progress: called after each strip with the share of the pixels that are done, 0...1, one call at a time.
  ///   - buffer: what the parts are written to, where that is one: locked from the start to the end.
  ///   - background: what the parts are blended with.
  ///   - inPlace: whether pixels may be written to the buffer before all of them are made.
  init(
    _ parts: [RenderPart], progress: (@Sendable (Double) -> Void)?, locking buffer: CVPixelBuffer? = nil,
    taking background: DestinationBackground? = nil, inPlace: Bool = false
  ) {
    (ownParts, self.progress, self.buffer, self.background) = (parts, progress, buffer, background)
    isInPlace = inPlace && background == nil
    pixelCount = parts.reduce(0) { $0 + $1.render.request.region.area }
    telling = progress.map { _ in DispatchQueue(label: "CoreImage.progress") }
    statistics = parts.reduce(RenderStatistics()) { $0 + $1.render.statistics }
  }

  /// What the plans of all parts say of the render: counts and bytes, no times.
  var planned: RenderStatistics { parts.reduce(RenderStatistics()) { $0 + $1.render.planned } }

  /// Stops the render where it next asks whether to go on, or after the strip that is being copied; it then ends with
  /// a `CancellationError`.
  func cancel() { fail(CancellationError()) }

  /// True when nothing more is to be started or copied.
  var isStopped: Bool { locked { error != nil } }

  /// Why the render ended early, or will.
  fileprivate var failure: (any Error)? { locked { error } }

  /// The first error is the one that counts.
  fileprivate func fail(_ reason: any Error) { locked { if error == nil, outcome == nil { error = reason } } }

  /// True when the pixels that are there already count.
  var readsDestination: Bool { locked { background != nil } }

  fileprivate func begin() throws(RenderError) {
    if let buffer {
      try buffer.locked([])
      locked { holdsLock = true }
    }
    try locked { background }?.take?()
    for part in parts { try part.begin?() }
  }

  /// Waits for a render that was started.
  fileprivate func complete(_ started: StartedRender) {
    locked { runs = ([started.schedule], [RenderWork.RunGroup(runs: [0])]) }
    finish { () throws(RenderError) in
      try started.complete(into: isInPlace ? parts[0].room?() : nil, between: checkStopped) {
        strip throws(RenderError) in try take(strip, of: parts[0])
      }
    }
  }

  /// Renders on this thread.
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
      try parts.run(joint, inRooms: isInPlace, between: checkStopped) { part, strip throws(RenderError) in
        try take(strip, of: part)
      }
    }
  }

  /// Remembers what a part runs, behind what ran before it.
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

  private func take(_ strip: RenderedStrip, of part: RenderPart) throws(RenderError) {
    if isStopped { return }
    try part.receive(strip)
    let share = locked { () -> Double in
      pixelsDone += strip.width * strip.height
      return Double(pixelsDone) / max(pixelCount, 1)
    }
    telling?.async { [self] in if !isStopped { progress?(share) } }
  }

  /// Everything of the render is done or stopped; whoever waits for it is told, after the last word on its progress.
  fileprivate func end() { if let telling { telling.async { self.settle() } } else { settle() } }

  private func settle() {
    if let buffer, locked({ holdsLock }) { CVPixelBufferUnlockBaseAddress(buffer, []) }
    letEngineGo()
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

  /// Who waits may let the context go, and then the device that it was on: what is done must not hold them any longer.
  private func letEngineGo() {
    let begun = locked { () -> [RenderPart] in
      defer { (ownParts, background) = ([], nil) }
      return ownParts
    }
    withExtendedLifetime(begun) {}
  }

  /// Waits for the end on this thread.
  func wait() throws -> CIRenderInfo {
    try locked { () -> Outcome in
      while outcome == nil { condition.wait() }
      return outcome!
    }.get()
  }

  /// Waits for the end without holding a thread. Cancelling the caller's task cancels the render.
  func value() async throws -> CIRenderInfo {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let known = locked { () -> Outcome? in
          if outcome == nil { waiting.append(continuation) }
          return outcome
        }
        if let known { continuation.resume(with: known) }
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
