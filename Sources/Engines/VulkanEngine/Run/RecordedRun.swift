import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning
import Synchronization

/// A run whose commands are recorded in an app's command buffer. It retains their resources until the app reports their
/// completion.
package final class RecordedRun: Sendable {
  package let dispatchCount: Int
  /// The semaphores that the submission of the command buffer must wait for.
  package let waits: [QueueSemaphore]
  private let resources: Mutex<RecordedResources?>
  private let recordings: Recordings

  fileprivate init(
    _ dispatchCount: Int, waits: [QueueSemaphore], _ resources: RecordedResources, _ recordings: Recordings
  ) {
    (self.dispatchCount, self.waits, self.recordings) = (dispatchCount, waits, recordings)
    self.resources = Mutex(resources)
  }

  /// If the app has not reported completion, the resources stay until the context is freed.
  deinit { if let resources = taken() { recordings.retain(resources, until: nil) } }

  /// Reports that the commands are complete, or will never be submitted. Releases their resources.
  ///
  /// - Returns: `limit` for a kernel with an endless loop.
  package func complete() -> RenderError? { taken()?.watch?.error }

  /// Reports that the commands are complete when a timeline semaphore reaches its value.
  package func complete(when semaphore: QueueSemaphore) {
    if let resources = taken() { recordings.retain(resources, until: semaphore) }
  }

  private func taken() -> RecordedResources? {
    resources.withLock { held in
      defer { held = nil }
      return held
    }
  }
}

/// The resources of commands in an app's command buffer.
///
/// Unchecked: it is only retained, not accessed.
struct RecordedResources: @unchecked Sendable {
  fileprivate let watch: OpenLoopWatch?
  fileprivate let objects: [AnyObject]
}

/// The resources of recorded commands of a context whose completion is not known. It has no reference to the context,
/// which retains it.
final class Recordings: Sendable {
  private struct State {
    var waiting: [(resources: RecordedResources, semaphore: QueueSemaphore)] = []
    var abandoned: [RecordedResources] = []
  }
  private let state = Mutex(State())
  private let device: Device

  init(_ device: Device) { self.device = device }

  func retain(_ resources: RecordedResources, until semaphore: QueueSemaphore?) {
    state.withLock { state in
      if let semaphore { state.waiting.append((resources, semaphore)) } else { state.abandoned.append(resources) }
    }
    collect()
  }

  /// Releases the resources of completed commands.
  func collect() {
    // Resources are freed outside of the lock.
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

  /// The number of recordings that were released without a report of their completion.
  var abandonedCount: Int { state.withLock { $0.abandoned.count } }
}

extension VulkanContext {
  /// Records a run into an app's command buffer, without submissions or waits.
  ///
  /// Sources that are not on the device yet are written to mapped memory now, or copied by commands before the
  /// dispatches. Cached intermediates are neither used nor stored, because the time of execution is not known.
  ///
  /// - Parameters:
  ///   - commands: a primary command buffer in the recording state, outside of a render pass, of the context's queue
  ///     family. After an error the app must reset it.
  ///   - others: the resources of earlier commands in the buffer.
  /// - Throws: `limit` if the memory is not available now; the errors of `start`.
  package func record(
    _ run: Run, into commands: VkCommandBuffer, _ destination: DeviceDestination, retaining others: [AnyObject] = []
  ) throws(RenderError) -> RecordedRun {
    recordings.collect()
    let prepared = try PreparedRun(run, on: self, to: .immediate(destination))
    let reservation = try pool.reserveNow(prepared.statistics.peakBytes)
    prepared.trimCaches()
    var stagedCopies: [StagedCopy] = []
    var images: [ScheduleMemory.Upload: UploadedSource] = [:]
    for upload in prepared.memory.uploads { images[upload] = try prepared.image(for: upload, staging: &stagedCopies) }
    let memory = try RunMemory(of: prepared, sources: images)
    let frame = try Frame(recordingInto: commands, on: device)
    let recorder = DispatchRecorder(prepared, memory)
    try recorder.reserveSets(on: frame)

    for copy in stagedCopies { frame.copy(from: copy.source.buffer, to: copy.target.buffer, byteCount: copy.byteCount) }
    let residents = try prepared.copyResidents(to: images, on: frame)
    if !stagedCopies.isEmpty { frame.barrierAfterCopies() }
    prepared.images.acquire(on: frame)
    try recorder.recordPart(on: frame, pixelBudget: .max)
    prepared.images.release(on: frame)
    guard recorder.isDone else {
      throw .unsupported("a histogram requires two submissions, and cannot be recorded into one command buffer")
    }
    frame.copyOutput(of: prepared, in: memory, to: destination)
    if memory.openLoopWords != nil { frame.barrierBeforeHost() }

    var objects: [AnyObject] = memory.resources + others + [frame, reservation] + prepared.residents.values.map { $0 }
    objects += prepared.pipelines as [AnyObject] + stagedCopies.map(\.source)
    for case let owner? in residents.map(\.owner) + [destination.owner] { objects.append(owner) }
    return RecordedRun(
      run.schedule.dispatches.count, waits: (residents.map(\.wait) + [destination.wait]).compactMap { $0 },
      RecordedResources(watch: memory.openLoopWatch, objects: objects), recordings)
  }

  /// The number of recordings that were released without a report of their completion. Their resources stay until the
  /// context is freed.
  package var abandonedRecordings: Int { recordings.abandonedCount }
}
