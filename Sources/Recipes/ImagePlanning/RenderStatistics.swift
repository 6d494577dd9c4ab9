import ImageGraph

/// What runs recipes.
package enum RenderEngine: String, Hashable, Sendable {
  /// Native stages on the processor.
  case processor
  /// Kernels on a Vulkan device.
  case vulkan
  /// The reference.
  case reference
}

/// What one run did, in numbers. Times are wall-clock milliseconds except where said.
package struct RenderStatistics: Hashable, Sendable {
  /// What rendered; nil where nothing did.
  package var engine: RenderEngine?
  /// Runs that the render was cut into.
  package var runs = 0
  /// Pixels computed more than once because parts overlap in what neighbourhoods read; below 0 where steps that are
  /// made first leave less to compute than one run would.
  package var overlapPixels = 0
  /// Dispatches of the schedule; bands that limits made of one are not counted apart.
  package var dispatches = 0
  /// Pipelines that had to be made; 0 when all were there from before.
  package var programsCompiled = 0
  /// Sum over the dispatches of the pixels computed.
  package var pixelsProcessed = 0
  /// Device memory planned for the run, in bytes, before anything was allocated.
  package var peakBytes = 0
  /// Renders whose recipe was optimised before, by its structure; and those that had to be.
  package var planHits = 0
  package var planMisses = 0
  /// Planning: finding the recipe's plan or making it.
  package var planMilliseconds = 0.0
  /// Reading the pixels of sources, decoding included.
  package var decodeMilliseconds = 0.0
  /// Stitching and making pipelines.
  package var compileMilliseconds = 0.0
  /// The part of that which is our own: stitching, and on the processor all of it. The rest is the driver's.
  package var stitchMilliseconds = 0.0
  /// Copying sources into device memory.
  package var uploadMilliseconds = 0.0
  /// On the device by its own clock, from the first command to the last; without one, from submitting to the end.
  package var deviceMilliseconds = 0.0
  /// The same for each dispatch, or each band of one, in order; for each submission where the context times no
  /// dispatches; empty when the device has no clock.
  package var dispatchMilliseconds: [Double] = []
  /// Handing the pixels to the caller.
  package var downloadMilliseconds = 0.0
  /// The fast paths that were taken.
  package var fastPaths: Set<FastPath> = []

  package init() {}

  /// The numbers of two runs one after the other.
  package static func + (a: RenderStatistics, b: RenderStatistics) -> RenderStatistics {
    var sum = a
    sum.engine = a.engine ?? b.engine
    sum.runs += b.runs
    sum.overlapPixels += b.overlapPixels
    sum.dispatches += b.dispatches
    sum.programsCompiled += b.programsCompiled
    sum.pixelsProcessed += b.pixelsProcessed
    sum.peakBytes = max(a.peakBytes, b.peakBytes)
    sum.planHits += b.planHits
    sum.planMisses += b.planMisses
    sum.planMilliseconds += b.planMilliseconds
    sum.decodeMilliseconds += b.decodeMilliseconds
    sum.compileMilliseconds += b.compileMilliseconds
    sum.stitchMilliseconds += b.stitchMilliseconds
    sum.uploadMilliseconds += b.uploadMilliseconds
    sum.deviceMilliseconds += b.deviceMilliseconds
    sum.dispatchMilliseconds += b.dispatchMilliseconds
    sum.downloadMilliseconds += b.downloadMilliseconds
    sum.fastPaths.formUnion(b.fastPaths)
    return sum
  }
}

extension RenderStatistics: CustomStringConvertible {
  /// One line: times in milliseconds, those on the device dispatch by dispatch.
  package var description: String {
    func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    let parts = [
      ("plan", planMilliseconds), ("decode", decodeMilliseconds), ("compile", compileMilliseconds),
      ("upload", uploadMilliseconds),
      ("device", deviceMilliseconds), ("download", downloadMilliseconds),
    ]
    return (engine.map { "\($0.rawValue): " } ?? "")
      + parts.map { "\($0) \(text($1)) ms" }.joined(separator: ", ") + "; dispatches "
      + dispatchMilliseconds.map(text).joined(separator: " ")
      + (fastPaths.isEmpty ? "" : "; fast paths \(fastPaths.map(\.rawValue).sorted().joined(separator: ", "))")
  }
}

/// Milliseconds that `body` takes are added to `total`.
package func timed<T>(_ total: inout Double, _ body: () throws(RenderError) -> T) throws(RenderError) -> T {
  let start = ContinuousClock.now
  let result = try body()
  total += (ContinuousClock.now - start) / .milliseconds(1)
  return result
}
