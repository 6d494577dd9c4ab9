import CStages
import ImageGraph
import ImagePlanning
import ImagePrograms
import Synchronization

/// The execution of a schedule's dispatches. Dispatches that read each other's rows run together, without a stored
/// intermediate.
struct ScheduleRun {
  let schedule: Schedule
  let rows: ScheduleRows
  let blocks: BlockLibrary
  /// The images that no dispatch computes.
  let sources: [Schedule.ImageID: PixelBuffer]
  let pool: IntermediatePool

  /// Runs the schedule and returns the outputs.
  ///
  /// - Parameters:
  ///   - statistics: receives the times.
  ///   - poller: polled between chunks of work.
  ///   - allocate: returns memory for a stored image. The memory of counters is zero.
  func pixels(
    _ statistics: inout RenderStatistics, poller: CancellationPoller,
    allocate: (Schedule.ImageID) throws(RenderError) -> PixelBuffer
  ) throws(RenderError) -> [PixelBuffer] {
    defer { withExtendedLifetime(rows) {} }
    var images = sources
    var lastReader: [Schedule.ImageID: Int] = [:]
    for (index, group) in rows.groups.enumerated() { for id in group.readImages { lastReader[id] = index } }
    statistics.dispatchMilliseconds += Array(repeating: 0, count: schedule.dispatches.count)
    let first = statistics.dispatchMilliseconds.count - schedule.dispatches.count
    for (index, group) in rows.groups.enumerated() {
      for id in group.readImages where images[id] == nil {
        throw .invalidArgument("image \(id) is read before it is computed")
      }
      for id in group.sinks.map({ schedule.dispatches[$0].output }) where images[id] == nil {
        images[id] = try allocate(id)
      }
      if index > 0, !poller.shouldContinue(), let reason = poller.reason { throw reason }
      var milliseconds = 0.0
      try timed(&milliseconds) { () throws(RenderError) in try run(group, images, poller) }
      for member in group.members {
        for stage in rows.kernels[member] { if let error = stage.error { throw error } }
      }
      statistics.deviceMilliseconds += milliseconds
      statistics.dispatchMilliseconds[first + group.sinks[0]] = milliseconds
      // Images are released after their last reader.
      for id in group.readImages where lastReader[id] == index && !schedule.outputs.contains(id) { images[id] = nil }
    }
    return try schedule.outputs.map { (id) throws(RenderError) in
      guard let output = images[id] else { throw .invalidArgument("no dispatch computes the output, image \(id)") }
      return output
    }
  }

  private func run(
    _ group: ScheduleRows.Group, _ images: [Schedule.ImageID: PixelBuffer], _ poller: CancellationPoller
  ) throws(RenderError) {
    let dispatch = schedule.dispatches[group.sinks[0]]
    let (id, image) = (dispatch.output, schedule.images[dispatch.output])
    for id in group.readImages where images[id]?.format != schedule.format(of: id) {
      throw .invalidArgument("image \(id) does not have the format that the schedule declares")
    }
    group.memory.set { member in
      schedule.dispatches[member].inputs.map { images[$0] }
    }
    var threadMemory: [IntermediatePool.Lease] = []
    for _ in 0..<group.partition.threads { threadMemory.append(try pool.take(group.partition.threadBytes, .host)) }
    let run = PipelineRun(
      blocks: blocks, memory: group.memory, partition: group.partition, rows: dispatch.region.spans.rows,
      groupRows: dispatch.program.store.planes?.rows ?? 1)
    switch dispatch.program.store {
    case .pixels, .planes:
      for (index, sink) in group.sinks.enumerated() {
        let id = schedule.dispatches[sink].output
        group.memory.set(BlockImage(images[id]!), at: schedule.images[id].region, ofSink: index)
        group.memory.set(chroma: images[id]!.chroma)
      }
      try Self.checked { () throws(PipelineRun.Failure) in
        try run.run(in: threadMemory, counterCount: 0, poller: poller) { _ in }
      }
    case .image: throw .unsupported("the processor engine cannot write to a device image")
    case .histogram:
      guard case .counters(let bins) = image.kind else {
        throw .invalidArgument("the output of a histogram must be counters")
      }
      group.memory.count(bins: bins)
      let count = group.counterCount
      let sum = Mutex([UInt32](repeating: 0, count: 4 * bins))
      try Self.checked { () throws(PipelineRun.Failure) in
        try run.run(in: threadMemory, counterCount: count, poller: poller) { counters in
          sum.withLock { sum in for index in 0..<count { sum[index % (4 * bins)] &+= counters[index] } }
        }
      }
      let floats = images[id]!.bytes.assumingMemoryBound(to: Float.self)
      for (index, count) in sum.withLock({ $0 }).enumerated() { floats[index] += Float(count) }
    }
  }

  private static func checked(_ body: () throws(PipelineRun.Failure) -> Void) throws(RenderError) {
    do throws(PipelineRun.Failure) { try body() } catch {
      if case .cancelled(let reason) = error { throw reason }
      throw .unsupported("a step reads rows outside of its declared reach")
    }
  }
}
