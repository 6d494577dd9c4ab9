import CVulkan
import ImageVulkan

/// A render whose commands stand in the app's command buffer: holds the memory that they use.
///
/// Call one of the `complete` functions, once the commands are done or when it is known how that will show. A recording
/// that is dropped without keeps its memory until its context goes, and the context's log says so. May be used from any
/// thread.
public final class CIVulkanRecording: Sendable {
  private let run: RecordedRun
  /// What the submission of the command buffer has to wait for, at the transfer stage: the semaphores of the images
  /// that the render reads and writes.
  public let waits: [CIVulkanSemaphore]
  /// Dispatches that were recorded; 1 when the whole recipe was one kernel.
  public var passCount: Int { run.dispatchCount }

  init(_ run: RecordedRun) { (self.run, waits) = (run, run.waits.map { CIVulkanSemaphore($0) }) }

  /// Gives the memory back: the commands are done, or the command buffer is reset and they will not be submitted.
  public func complete() { run.complete() }

  /// Has the memory given back when a timeline semaphore, which the submission signals, has reached a value: the
  /// context looks at each render that it records. The semaphore has to stay until then.
  public func complete(when semaphore: VkSemaphore, reaches value: UInt64) {
    run.complete(when: QueueSemaphore(semaphore, value: value))
  }
}
