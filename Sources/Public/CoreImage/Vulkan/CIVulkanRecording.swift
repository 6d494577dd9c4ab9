import CVulkan
import ImageGraph
import Synchronization
import VulkanEngine

/// A render whose commands stand in the app's command buffer: holds the memory that they use.
///
/// Call one of the `complete` functions, once the commands are done or when it is known how that will show. A recording
/// that is dropped without keeps its memory until its context goes, and the context's log says so. May be used from any
/// thread.
public final class CIVulkanRecording: Sendable {
  /// In the order of their commands.
  private let runs: [RecordedRun]
  private let failure = Mutex<RenderError?>(nil)
  /// What the submission of the command buffer has to wait for, at the transfer stage: the semaphores of the images
  /// that the render reads and writes.
  public let waits: [CIVulkanSemaphore]
  /// Dispatches that were recorded, but for those of an app's own code; 1 when the whole recipe was one kernel.
  public var passCount: Int { runs.reduce(0) { $0 + $1.dispatchCount } }

  init(_ runs: [RecordedRun]) { (self.runs, waits) = (runs, runs.flatMap { $0.waits.map { CIVulkanSemaphore($0) } }) }

  /// Gives the memory back: the commands are done, or the command buffer is reset and they will not be submitted.
  /// ``error`` is known then.
  public func complete() {
    for run in runs {
      guard let error = run.complete() else { continue }
      failure.withLock { if $0 == nil { $0 = error } }
      RenderLog.process.note("CIVulkanRecording: \(error)")
    }
  }

  /// What kept the commands from being right: `limit` for a kernel with a loop that did not end, with its name. Nil
  /// until ``complete()`` has been called, and where all went well; the other form of completing does not look.
  public var error: RenderError? { failure.withLock { $0 } }

  /// Has the memory given back when a timeline semaphore, which the submission signals, has reached a value: the
  /// context looks at each render that it records. The semaphore has to stay until then.
  public func complete(when semaphore: VkSemaphore, reaches value: UInt64) {
    for run in runs { run.complete(when: QueueSemaphore(semaphore, value: value)) }
  }
}
