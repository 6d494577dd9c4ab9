import CStages
import ImageGraph
import ImagePlanning
import ImagePrograms

/// The row-wise execution plan of a schedule: groups of dispatches that run together without stored intermediates,
/// their threads and their memory. It depends only on the schedule, not on pixels.
///
/// Unchecked: a `RowPlanCache` hands each plan out to one owner at a time.
final class ScheduleRows: RowPlan, @unchecked Sendable {
  /// A group of dispatches that run together.
  struct Group {
    let members: [Int]
    /// The dispatches whose results are stored. The rows of the first one are distributed among threads.
    let sinks: [Int]
    let memory: PipelineMemory
    let partition: PipelinePartition
    /// The number of counters of a thread.
    let counterCount: Int
    /// The stored images that it reads.
    let readImages: Set<Schedule.ImageID>
  }

  private(set) var groups: [Group] = []
  /// By dispatch: the kernels of an app. Threads have their addresses, so they must outlive the execution.
  let kernels: [[any KernelStage]]
  let byteCount: Int
  /// The fast paths of the schedule.
  let fastPaths: FastPaths

  /// - Parameter codes: by dispatch.
  /// - Throws: `invalidArgument` for an invalid schedule; `unsupported` if rows are too wide.
  init(
    _ schedule: Schedule, _ codes: [ProgramCode], _ stages: Stages, threads: Int, partitioning: RowPartitioning,
    _ fastPaths: FastPaths
  ) throws(RenderError) {
    kernels = codes.map { code in code.kernels.map { $0.stage(stages) } }
    var uniforms: [[StageUniform]] = []
    for (index, dispatch) in schedule.dispatches.enumerated() {
      uniforms.append(try codes[index].uniforms(dispatch.arguments, kernels[index]))
    }
    var coordinates = codes.indices.map {
      DispatchCoordinates(codes[$0], uniforms[$0], readsRows: fastPaths.contains(.rowReads))
    }
    var (stored, pointReaders) = (Set<Schedule.ImageID>(), Set<Int>())
    // Intermediates that require too many rows are stored, or read at points.
    search: while true {
      let pipelines = Pipelines(schedule, coordinates, stored: stored)
      groups = []
      for group in pipelines.groups {
        let members = group.members
        let memory = PipelineMemory(schedule, group, coordinates, producers: pipelines.producers, fastPaths)
        let before = (stored.count, pointReaders.count)
        let region = schedule.dispatches[group.sinks[0]].region
        var partition: PipelinePartition?
        if memory.nodes.count <= Int(ROW_NODE_LIMIT) {
          memory.sizeRings(stages.blocks, rows: region.spans.rows)
          partition = PipelinePartition(memory, stages.blocks, region: region, threads: threads, partitioning)
        }
        if !members.allSatisfy(pointReaders.contains) {
          for (index, image) in memory.images.enumerated().dropFirst(group.sinks.count) {
            guard partition.map({ $0.ringByteCounts[index] > partitioning.ringByteLimit }) ?? true else { continue }
            if let image {
              stored.insert(image)
            } else {
              pointReaders.insert(members[Int(memory.nodes[index].dispatch)])
            }
          }
          // A stored image is still read by rows.
          if partition == nil, before.0 == stored.count { pointReaders.formUnion(members) }
        }
        if before != (stored.count, pointReaders.count) {
          for index in pointReaders {
            coordinates[index] = DispatchCoordinates(codes[index], uniforms[index], readsRows: false)
          }
          continue search
        }
        guard let partition else { throw .unsupported("the rows that a step reads are too wide") }
        let readImages = Set(members.flatMap { schedule.dispatches[$0].inputs }).filter {
          pipelines.producers[$0] == nil
        }
        groups.append(
          Group(
            members: members, sinks: group.sinks, memory: memory, partition: partition,
            counterCount: schedule.counterCount(of: schedule.dispatches[group.sinks[0]]), readImages: readImages))
      }
      break
    }
    byteCount = Self.byteCount(schedule, groups)
    var paths = groups.reduce(into: FastPaths.none) { $0.formUnion($1.memory.fastPaths) }
    for code in codes { paths.formUnion(code.fastPaths) }
    if schedule.dispatches.contains(where: { $0.program.store.planes != nil }) { paths.insert(.planeStores) }
    self.fastPaths = paths
  }

  /// Returns the peak bytes of intermediates and rows. An intermediate is released after its last reader.
  private static func byteCount(_ schedule: Schedule, _ groups: [Group]) -> Int {
    var lastReader: [Schedule.ImageID: Int] = [:]
    for (index, group) in groups.enumerated() { for id in group.readImages { lastReader[id] = index } }
    var (live, peak) = ([Schedule.ImageID: Int](), 0)
    for (index, group) in groups.enumerated() {
      for id in group.sinks.map({ schedule.dispatches[$0].output }) {
        let image = schedule.images[id]
        if case .intermediate = image.kind, !image.isToBeCached {
          live[id] = BufferSize.rounded(image.byteCount)
        }
      }
      let rows = BufferSize.rounded(group.partition.threadBytes).plus(4 * group.counterCount).times(
        group.partition.threads)
      peak = max(peak, live.values.reduce(rows) { $0.plus($1) })
      live = live.filter { lastReader[$0.key].map { $0 > index } ?? false }
    }
    return peak
  }
}

extension Schedule {
  /// Returns the number of counters of a thread; 0 if the dispatch stores pixels.
  fileprivate func counterCount(of dispatch: Dispatch) -> Int {
    if case .histogram = dispatch.program.store, case .counters(let bins) = images[dispatch.output].kind {
      return 4 * bins * Int(COUNTER_TABLES)
    }
    return 0
  }

  /// Returns the format of an image in memory.
  func format(of id: ImageID) -> PixelFormat? {
    switch images[id].kind {
    case .source(let source): source.format
    case .counters: .rgbaf
    case .intermediate, .cached, .output: images[id].store?.format
    }
  }
}
