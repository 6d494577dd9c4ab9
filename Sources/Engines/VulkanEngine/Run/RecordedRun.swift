import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning
import Synchronization

/// A run whose commands stand in an app's command buffer: holds what these use until the app says that they are done.
package final class RecordedRun: Sendable {
  package let dispatchCount: Int
  /// What the submission of the command buffer has to wait for.
  package let waits: [QueueSemaphore]
  private let resources: Mutex<RecordedResources?>
  private let recordings: Recordings

  fileprivate init(
    _ dispatchCount: Int, waits: [QueueSemaphore], _ resources: RecordedResources, _ recordings: Recordings
  ) {
    (self.dispatchCount, self.waits, self.recordings) = (dispatchCount, waits, recordings)
    self.resources = Mutex(resources)
  }

  /// Somebody who drops this does not know when the commands are done: what they use stays as long as the context.
  deinit { if let resources = taken() { recordings.keep(resources, until: nil) } }

  /// The commands are done, or will not be submitted any more: gives back what they use.
  ///
  /// - Returns: `limit` for a kernel that did not end.
  package func complete() -> RenderError? { taken()?.watch?.error }

  /// The commands are done when the semaphore, a timeline, reaches its value.
  package func complete(when semaphore: QueueSemaphore) {
    if let resources = taken() { recordings.keep(resources, until: semaphore) }
  }

  private func taken() -> RecordedResources? {
    resources.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

/// What commands in an app's command buffer use.
///
/// Unchecked: nobody looks at it any more, it is only kept.
struct RecordedResources: @unchecked Sendable {
  fileprivate let watch: OpenLoopWatch?
  fileprivate let objects: [AnyObject]
}

/// What recorded commands of a context use while nobody knows them to be done. Knows no context, as those hold it.
final class Recordings: Sendable {
  private struct State {
    var waiting: [(resources: RecordedResources, semaphore: QueueSemaphore)] = []
    var forgotten: [RecordedResources] = []
  }
  private let state = Mutex(State())
  private let device: Device

  init(_ device: Device) { self.device = device }

  func keep(_ resources: RecordedResources, until semaphore: QueueSemaphore?) {
    state.withLock { state in
      if let semaphore { state.waiting.append((resources, semaphore)) } else { state.forgotten.append(resources) }
    }
    collect()
  }

  /// Gives back what is done.
  func collect() {
    // What goes is freed outside the lock.
    var done: [RecordedResources] = []
    state.withLock { state in
      state.waiting.removeAll { waiting in
        guard device.hasReached(waiting.semaphore) else { return false }
        done.append(waiting.resources)
        return true
      }
    }
    withExtendedLifetime(done) {}
  }

  /// Recordings that were dropped without a word on when they are done.
  var forgottenCount: Int { state.withLock { $0.forgotten.count } }
}

extension VulkanContext {
  /// Records a run into an app's command buffer; nothing is submitted, and nobody is waited for.
  ///
  /// Sources that are not on the device yet are written to it now, or copied there by commands in front. Images that
  /// are kept of other renders are not used, and none is kept: nobody knows when, and whether, the commands run.
  ///
  /// - Parameters:
  ///   - commands: a primary command buffer that is being recorded, outside of a render pass, of the family of the
  ///     context's queue. After an error it has to be reset.
  ///   - others: what commands in front of these use.
  /// - Throws: `limit` where the memory is not free now; as `start` does.
  package func record(
    _ run: Run, into commands: VkCommandBuffer, _ destination: DeviceDestination, keeping others: [AnyObject] = []
  ) throws(RenderError) -> RecordedRun {
    recordings.collect()
    let prepared = try PreparedRun(run, on: self, to: .known(destination))
    let reservation = try pool.reserveNow(prepared.statistics.peakBytes)
    prepared.trimCaches()
    var staged: [StagedCopy] = []
    var images: [ScheduleMemory.Upload: UploadedSource] = [:]
    for upload in prepared.memory.uploads { images[upload] = try prepared.image(for: upload, staging: &staged) }
    let memory = try RunMemory(of: prepared, sources: images)
    let frame = try Frame(recordingInto: commands, on: device)
    let recorder = DispatchRecorder(prepared, memory)
    try recorder.reserveSets(on: frame)

    for copy in staged { frame.copy(from: copy.source.buffer, to: copy.target.buffer, byteCount: copy.byteCount) }
    let residents = try prepared.copyResidents(to: images, on: frame)
    if !staged.isEmpty { frame.barrierBehindCopies() }
    prepared.images.take(on: frame)
    try recorder.recordPart(on: frame, room: .max)
    prepared.images.giveBack(on: frame)
    guard recorder.isDone else {
      throw .unsupported("a histogram is counted between two submissions, and cannot be recorded into one")
    }
    frame.copyOutput(of: prepared, in: memory, to: destination)
    if memory.openLoopWords != nil { frame.barrierBeforeHost() }

    var objects: [AnyObject] = memory.resources + others + [frame, reservation] + prepared.residents.values.map { $0 }
    objects += prepared.pipelines as [AnyObject] + staged.map(\.source)
    for case let owner? in residents.map(\.owner) + [destination.owner] { objects.append(owner) }
    return RecordedRun(
      run.schedule.dispatches.count, waits: (residents.map(\.wait) + [destination.wait]).compactMap { $0 },
      RecordedResources(watch: memory.openLoopWatch, objects: objects), recordings)
  }

  /// Recordings that were dropped without a word on when they are done; what they use stays as long as the context.
  package var forgottenRecordings: Int { recordings.forgottenCount }
}
