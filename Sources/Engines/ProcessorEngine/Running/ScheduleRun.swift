import CStages
import ImageGraph
import ImagePlanning
import ImagePrograms
import Synchronization

/// All dispatches of one schedule. Where one reads rows of what another makes, they run together and the image
/// between them never exists.
struct ScheduleRun {
  let schedule: Schedule
  let rows: ScheduleRows
  let blocks: BlockLibrary
  /// Pixels that no dispatch makes, by image.
  let given: [Schedule.ImageID: PixelBuffer]
  let pool: IntermediatePool

  /// Runs it and returns the outputs.
  ///
  /// - Parameters:
  ///   - statistics: gets times.
  ///   - asker: asked between pieces of work.
  ///   - room: gives memory for an image that is stored; that of counters is clear.
  func pixels(
    _ statistics: inout RenderStatistics, asker: CancellationPoller,
    room: (Schedule.ImageID) throws(RenderError) -> PixelBuffer
  ) throws(RenderError) -> [PixelBuffer] {
    defer { withExtendedLifetime(rows) {} }
    var images = given
    var lastReader: [Schedule.ImageID: Int] = [:]
    for (index, group) in rows.groups.enumerated() { for id in group.read { lastReader[id] = index } }
    statistics.dispatchMilliseconds += Array(repeating: 0, count: schedule.dispatches.count)
    let first = statistics.dispatchMilliseconds.count - schedule.dispatches.count
    for (index, group) in rows.groups.enumerated() {
      for id in group.read where images[id] == nil {
        throw .invalidArgument("image \(id) is read before it is made")
      }
      for id in group.sinks.map({ schedule.dispatches[$0].output }) where images[id] == nil {
        images[id] = try room(id)
      }
      if index > 0, !asker.goesOn(), let reason = asker.reason { throw reason }
      var milliseconds = 0.0
      try timed(&milliseconds) { () throws(RenderError) in try run(group, images, asker) }
      for member in group.members {
        for stage in rows.kernels[member] { if let error = stage.error { throw error } }
      }
      statistics.deviceMilliseconds += milliseconds
      statistics.dispatchMilliseconds[first + group.sinks[0]] = milliseconds
      // What nobody reads any more goes.
      for id in group.read where lastReader[id] == index && !schedule.outputs.contains(id) { images[id] = nil }
    }
    return try schedule.outputs.map { (id) throws(RenderError) in
      guard let output = images[id] else { throw .invalidArgument("nothing makes the output") }
      return output
    }
  }

  private func run(
    _ group: ScheduleRows.Group, _ images: [Schedule.ImageID: PixelBuffer], _ asker: CancellationPoller
  ) throws(RenderError) {
    let dispatch = schedule.dispatches[group.sinks[0]]
    let (id, image) = (dispatch.output, schedule.images[dispatch.output])
    for id in group.read where images[id]?.format != schedule.format(of: id) {
      throw .invalidArgument("image \(id) is not in the format that it was announced in")
    }
    group.memory.set { member in
      schedule.dispatches[member].inputs.map { images[$0].map { BlockImage($0) } ?? BlockImage() }
    }
    var rooms: [IntermediatePool.Lease] = []
    for _ in 0..<group.cut.threads { rooms.append(try pool.take(group.cut.threadBytes, .host)) }
    let run = PipelineRun(
      blocks: blocks, memory: group.memory, cut: group.cut, rows: dispatch.region.spans.rows,
      groupRows: dispatch.program.store.planes?.rows ?? 1)
    switch dispatch.program.store {
    case .pixels, .planes:
      for (index, sink) in group.sinks.enumerated() {
        let id = schedule.dispatches[sink].output
        group.memory.set(BlockImage(images[id]!), at: schedule.images[id].region, ofSink: index)
        group.memory.set(chroma: images[id]!.chroma)
      }
      try Self.checked { () throws(PipelineRun.Failure) in
        try run.run(in: rooms, counterCount: 0, asker: asker) { _ in }
      }
    case .image: throw .unsupported("the processor writes no images of a device")
    case .histogram:
      guard case .counters(let bins) = image.kind else {
        throw .invalidArgument("a histogram is counted into counters")
      }
      group.memory.count(bins: bins)
      let count = group.counterCount
      let sum = Mutex([UInt32](repeating: 0, count: 4 * bins))
      try Self.checked { () throws(PipelineRun.Failure) in
        try run.run(in: rooms, counterCount: count, asker: asker) { counters in
          sum.withLock { sum in for index in 0..<count { sum[index % (4 * bins)] &+= counters[index] } }
        }
      }
      let floats = images[id]!.bytes.assumingMemoryBound(to: Float.self)
      for (index, count) in sum.withLock({ $0 }).enumerated() { floats[index] += Float(count) }
    }
  }

  private static func checked(_ body: () throws(PipelineRun.Failure) -> Void) throws(RenderError) {
    do throws(PipelineRun.Failure) { try body() } catch {
      if case .stopped(let reason) = error { throw reason }
      throw .unsupported("the rows that a step reads are not those that it said it would read")
    }
  }
}
