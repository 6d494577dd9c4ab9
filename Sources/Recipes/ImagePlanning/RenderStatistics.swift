import ImageGraph

/// An engine that runs recipes.
package enum RenderEngine: String, Hashable, Sendable {
  /// Native stages on the processor.
  case processor
  /// Kernels on a Vulkan device.
  case vulkan
  /// The reference.
  case reference
}

/// The statistics of a render. Times are wall-clock milliseconds unless stated otherwise.
package struct RenderStatistics: Hashable, Sendable {
  /// The engine that rendered. Nil if there was nothing to render.
  package var engine: RenderEngine?
  /// The number of runs.
  package var runs = 0
  /// The number of pixels that are computed more than once, as the halos of tiles overlap. Negative if phases compute
  /// fewer pixels than a single run.
  package var overlapPixels = 0
  /// The number of dispatches of the schedule. The bands of a dispatch are not counted.
  package var dispatches = 0
  /// The number of pipelines that were created. 0 if all were cached.
  package var programsCompiled = 0
  /// The number of pixels computed by all dispatches.
  package var pixelsProcessed = 0
  /// The planned device memory of the run, in bytes.
  package var peakBytes = 0
  /// The number of renders whose recipe was in the cache, and of those whose recipe was not.
  package var planHits = 0
  package var planMisses = 0
  /// The time of planning.
  package var planMilliseconds = 0.0
  /// The time of reading the pixels of sources, including decoding.
  package var decodeMilliseconds = 0.0
  /// The time of stitching and creating pipelines.
  package var compileMilliseconds = 0.0
  /// The part of `compileMilliseconds` without the driver: stitching. On the processor, all of it.
  package var stitchMilliseconds = 0.0
  /// The time of copying sources to device memory.
  package var uploadMilliseconds = 0.0
  /// The time on the device by its own clock, from the first command to the last. Without such a clock, from submission
  /// to completion.
  package var deviceMilliseconds = 0.0
  /// The device time of each dispatch or band, in order, or of each submission if the context does not time dispatches.
  /// Empty if the device has no clock.
  package var dispatchMilliseconds: [Double] = []
  /// The time of passing the pixels to the caller.
  package var downloadMilliseconds = 0.0
  /// The fast paths that were taken.
  package var fastPaths = FastPaths.none

  package init() {}

  /// Returns the sum of the statistics of two consecutive runs.
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
  /// The statistics in one line: times in milliseconds, and the device times of dispatches.
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
      + (fastPaths == .none ? "" : "; fast paths \(fastPaths.names.joined(separator: ", "))")
  }
}

/// Calls `body` and adds its time in milliseconds to `total`.
package func timed<T>(_ total: inout Double, _ body: () throws(RenderError) -> T) throws(RenderError) -> T {
  let start = ContinuousClock.now
  let result = try body()
  total += (ContinuousClock.now - start) / .milliseconds(1)
  return result
}
