import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms

/// A render that was started and goes on by itself. May be used from any thread; dropping it stops nothing.
public final class CIRenderTask: Sendable {
  private let job: RenderJob
  private let isEstimate: Bool
  private let planned: RenderStatistics
  /// The first render, without what runs it.
  private let render: Render

  /// - Parameter isEstimate: what a render would take, without the render.
  init(_ job: RenderJob, isEstimate: Bool = false) {
    (self.job, self.isEstimate, planned) = (job, isEstimate, job.planned)
    render = job.parts[0].render.ended
  }

  /// Waits until the pixels are in the destination.
  ///
  /// - Throws: what made the render fail, a `RenderError`; `CancellationError` when it was cancelled. For an estimate,
  ///   which renders nothing, `RenderError.invalidArgument`.
  @discardableResult public func waitUntilCompleted() throws -> CIRenderInfo { try started().wait() }

  /// `waitUntilCompleted` that holds no thread. Cancelling the task that awaits it cancels the render; it returns when
  /// nothing more is written to the destination.
  public func completed() async throws -> CIRenderInfo { try await started().value() }

  /// Stops the render, within a run too: on the CPU reference after some milliseconds, on devices when they are done
  /// with what they were given at once, which takes a fraction of a second, on the processor between pieces of its
  /// work, which may take long. What goes to images and buffers of an app's device is given as a whole. Parts that are
  /// copied already stay in the destination; the rest of it is as it was.
  public func cancel() { job.cancel() }

  /// Pixels that the dispatches of the render compute together, by its plan.
  public var plannedPixelsProcessed: Int { planned.pixelsProcessed }
  /// Dispatches of the plan.
  public var plannedPassCount: Int { planned.dispatches }
  /// Megabytes of device memory that the plan takes at most, sources that are copied to the device left out.
  public var plannedPeakMemory: Double { Double(planned.peakBytes) / 1_048_576 }

  /// The optimised recipe of the render, with what is needed of each step; that of the first plane where a destination
  /// has several.
  public var graph: CIRenderGraph { render.graph }

  private func started() throws(RenderError) -> RenderJob {
    if isEstimate { throw .invalidArgument("an estimate renders nothing; use startTask(toRender:from:to:at:)") }
    return job
  }
}

/// What a render took.
public final class CIRenderInfo: Sendable {
  package let statistics: RenderStatistics
  /// What ran, in order, and which runs made parts of one image.
  private let runs: (schedules: [Schedule], groups: [RenderWork.RunGroup])

  init(_ statistics: RenderStatistics, _ schedules: [Schedule], _ groups: [RenderWork.RunGroup]) {
    self.statistics = statistics
    // Somebody may keep this for a long time.
    runs = (schedules.map(\.withoutPixels), groups)
  }

  /// What ran: passes, their kernels, and the images between them. Passes have their times when the context measures
  /// them: `CIContextOption.timesPasses`. Without a node where nothing was scheduled, as on the CPU reference.
  public var graph: CIRenderGraph {
    CIRenderGraph(runs.schedules, groups: runs.groups, milliseconds: statistics.dispatchMilliseconds)
      .naming(statistics.fastPaths)
  }

  /// Seconds that kernels ran on the device.
  public var kernelExecutionTime: TimeInterval { statistics.deviceMilliseconds / 1000 }
  /// Seconds that making kernels took; 0 when all were there from before.
  public var kernelCompileTime: TimeInterval { statistics.compileMilliseconds / 1000 }
  /// Dispatches; 1 when the whole recipe was one kernel.
  public var passCount: Int { statistics.dispatches }
  /// Pixels that all passes computed together.
  public var pixelsProcessed: Int { statistics.pixelsProcessed }
}

extension CIRenderInfo: CustomStringConvertible {
  public var description: String {
    "passes \(passCount), pixels \(pixelsProcessed), execution \(kernelExecutionTime) s, compilation "
      + "\(kernelCompileTime) s"
  }
}
