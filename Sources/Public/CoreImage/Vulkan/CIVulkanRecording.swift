import CVulkan
import ImageGraph
import Synchronization
import VulkanEngine

/// A render that was recorded into the app's command buffer. It holds the memory that the commands use.
///
/// The app must call one of the `complete` functions, after the commands have completed or when it is known how their
/// completion is signalled. A recording that is released without it holds its memory until its context is released,
/// which is logged. May be used from any thread.
public final class CIVulkanRecording: Sendable {
  /// The recorded runs, in the order of their commands.
  private let runs: [RecordedRun]
  private let failure = Mutex<RenderError?>(nil)
  /// The semaphores that the submission of the command buffer must wait for, at the transfer stage: those of the images
  /// that the render reads and writes.
  public let waits: [CIVulkanSemaphore]
  /// The number of recorded dispatches without those of the app's own code; 1 if the whole recipe was one kernel.
  public var passCount: Int { runs.reduce(0) { $0 + $1.dispatchCount } }

  init(_ runs: [RecordedRun]) { (self.runs, waits) = (runs, runs.flatMap { $0.waits.map { CIVulkanSemaphore($0) } }) }

  /// Releases the memory. The commands must have completed, or the command buffer must be reset and not be submitted.
  /// ``error`` is set then.
  public func complete() {
    for run in runs {
      guard let error = run.complete() else { continue }
      failure.withLock { if $0 == nil { $0 = error } }
      RenderLog.process.note("CIVulkanRecording: \(error)")
    }
  }

  /// The error of the commands: `limit` for a kernel with a loop that did not end, with its name. Nil before
  /// ``complete()`` is called, and without an error. The other form of completion does not check for errors.
  public var error: RenderError? { failure.withLock { $0 } }

  /// Releases the memory after a timeline semaphore, which the submission signals, has reached a value. The context
  /// checks it at each render that it records. The semaphore must remain valid until then.
  public func complete(when semaphore: VkSemaphore, reaches value: UInt64) {
    for run in runs { run.complete(when: QueueSemaphore(semaphore, value: value)) }
  }
}
