import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms

/// A render in the background. May be used from any thread; releasing it does not stop the render.
public final class CIRenderTask: Sendable {
  private let job: RenderJob
  private let isEstimate: Bool
  private let planned: RenderStatistics
  /// The first render, without its engine.
  private let render: Render

  /// - Parameter isEstimate: whether the task is a plan only, without a render.
  init(_ job: RenderJob, isEstimate: Bool = false) {
    (self.job, self.isEstimate, planned) = (job, isEstimate, job.planned)
    render = job.parts[0].render.withoutEngine
  }

  /// Waits until the pixels are in the destination.
  ///
  /// - Throws: the error of the render, a `RenderError`; `CancellationError` if it was cancelled. For an estimate,
  ///   which renders nothing, `RenderError.invalidArgument`.
  @discardableResult public func waitUntilCompleted() throws -> CIRenderInfo { try started().wait() }

  /// Waits as `waitUntilCompleted` does, without blocking a thread. Cancelling the awaiting task cancels the render.
  /// Returns when nothing more is written to the destination.
  public func completed() async throws -> CIRenderInfo { try await started().value() }

  /// Stops the render, also within a run: on the CPU reference after some milliseconds; on devices after the current
  /// submission, which takes a fraction of a second; on the processor between chunks of its work, which may take long.
  /// Renders into images and buffers of an app's device are submitted as a whole. Tiles that were copied stay in the
  /// destination; the rest of it is unchanged.
  public func cancel() { job.cancel() }

  /// The number of pixels that all dispatches of the plan compute together.
  public var plannedPixelsProcessed: Int { planned.pixelsProcessed }
  /// The number of dispatches of the plan.
  public var plannedPassCount: Int { planned.dispatches }
  /// The peak of the plan's device memory in megabytes, without sources that are uploaded.
  public var plannedPeakMemory: Double { Double(planned.peakBytes) / 1_048_576 }

  /// The optimised recipe of the render, with regions of interest; for a destination with several planes, that of the
  /// first one.
  public var graph: CIRenderGraph { render.graph }

  private func started() throws(RenderError) -> RenderJob {
    if isEstimate { throw .invalidArgument("an estimate renders nothing; use startTask(toRender:from:to:at:)") }
    return job
  }
}

/// The statistics of a render.
public final class CIRenderInfo: Sendable {
  package let statistics: RenderStatistics
  /// The schedules that ran, in order, and the groups of runs that rendered tiles of one image.
  private let runs: (schedules: [Schedule], groups: [RenderWork.RunGroup])

  init(_ statistics: RenderStatistics, _ schedules: [Schedule], _ groups: [RenderWork.RunGroup]) {
    self.statistics = statistics
    // Apps may retain this object, so it must not retain pixels.
    runs = (schedules.map(\.withoutPixels), groups)
  }

  /// The passes of the render, their kernels, and the images between them. Passes have times if the context measures
  /// them: `CIContextOption.timesPasses`. Empty if nothing was scheduled, as on the CPU reference.
  public var graph: CIRenderGraph {
    CIRenderGraph(runs.schedules, groups: runs.groups, milliseconds: statistics.dispatchMilliseconds)
      .withFastPaths(statistics.fastPaths)
  }

  /// The seconds of kernel execution on the device.
  public var kernelExecutionTime: TimeInterval { statistics.deviceMilliseconds / 1000 }
  /// The seconds of kernel compilation; 0 if all kernels were cached.
  public var kernelCompileTime: TimeInterval { statistics.compileMilliseconds / 1000 }
  /// The number of dispatches; 1 if the whole recipe was one kernel.
  public var passCount: Int { statistics.dispatches }
  /// The number of pixels that all passes computed together.
  public var pixelsProcessed: Int { statistics.pixelsProcessed }
}

extension CIRenderInfo: CustomStringConvertible {
  public var description: String {
    "passes \(passCount), pixels \(pixelsProcessed), execution \(kernelExecutionTime) s, compilation "
      + "\(kernelCompileTime) s"
  }
}
