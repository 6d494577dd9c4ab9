import ImageGraph
import ImagePasses

extension VulkanContext {
  /// Schedules that make `region` together: the whole at once where it fits the memory target, else strips of rows, top first.
  ///
  /// Strips overlap only in what neighbourhoods read. Nothing is allocated here.
  ///
  /// - Parameter make: the schedule of a part of the region.
  /// - Throws: `limit` with the bytes that the smallest strips would need when not even those fit.
  package func strips(
    of region: UserRect, _ make: (UserRect) throws(RenderError) -> Schedule
  ) throws(RenderError) -> [Schedule] {
    let height = Int(region.height)
    var count = 1
    while true {
      let rows = (height + count - 1) / count
      var schedules: [Schedule] = []
      var worst = 0
      for top in stride(from: 0, to: height, by: rows) {
        let max = region.max.y - Double(top)
        let strip = UserRect([region.min.x, Swift.max(region.min.y, max - Double(rows))], [region.max.x, max])
        schedules.append(try make(strip))
        worst = Swift.max(worst, neededBytes(of: schedules[schedules.count - 1]))
        if worst > pool.memoryTarget { break }
      }
      if worst <= pool.memoryTarget { return schedules }
      guard rows > 1 else {
        throw .limit(
          "bytes of device memory for this render in strips of one row (memoryTarget)", asked: UInt64(worst),
          allowed: UInt64(pool.memoryTarget))
      }
      // Straight to about as many strips as the excess asks for.
      count = Swift.min(height, Swift.max(count * 2, count * worst / pool.memoryTarget))
    }
  }

  /// Intermediate pictures, counters, arguments and the output, as the pool hands them out; sources too where they are
  /// copied to the device.
  func neededBytes(of schedule: Schedule) -> Int {
    let stride = Swift.max(Int(device.physical.facts.uniformAlignment), 16)
    let arguments = schedule.dispatches.reduce(0) { $0 + ($1.program.slotCount * 16 + stride) / stride * stride }
    var sizes = MemoryPlan(schedule).blocks + [arguments]
    for picture in schedule.pictures {
      switch picture.kind {
      case .source(let source) where !pool.isUnified:
        sizes.append(picture.pitch * picture.height * source.format.widened.bytesPerPixel)
      case .source, .intermediate: break
      case .output, .counters: sizes.append(picture.byteCount)
      }
    }
    if !pool.isUnified { sizes.append(schedule.pictures[schedule.output].byteCount) }
    return sizes.reduce(0) { $0 + BufferPool.sizeClass($1) }
  }
}
