import CStages
import ImageGraph
import ImagePlanning
import ImagePrograms

/// How the dispatches of a schedule are run: which of them together, so that the images between them never exist, on
/// how many threads, in how much memory. All of it follows from the schedule, before a pixel is there.
///
/// Unchecked: whoever has it of a `RowPlanCache` has it alone.
final class ScheduleRows: RowPlan, @unchecked Sendable {
  /// Dispatches that run together.
  struct Group {
    let members: [Int]
    /// Those whose images are stored; the rows of the first one are shared among threads.
    let sinks: [Int]
    let memory: PipelineMemory
    let cut: PipelineCut
    /// Counters of a thread.
    let counterCount: Int
    /// Images that it reads as a whole.
    let read: Set<Schedule.ImageID>
  }

  private(set) var groups: [Group] = []
  /// By dispatch, the steps by kernels of an app: they live as long as the threads that are told where they are.
  let kernels: [[any KernelStage]]
  let byteCount: Int
  /// The fast paths that the schedule takes.
  let fastPaths: Set<FastPath>

  /// - Parameter codes: by dispatch.
  /// - Throws: `invalidArgument` for a schedule that makes no sense; `unsupported` where rows are too wide.
  init(
    _ schedule: Schedule, _ codes: [ProgramCode], _ stages: Stages, threads: Int, cutting: RowCutting,
    _ fastPaths: FastPaths
  ) throws(RenderError) {
    kernels = codes.map { code in code.kernels.map { $0.stage(stages) } }
    var numbers: [[StageNumber]] = []
    for (index, dispatch) in schedule.dispatches.enumerated() {
      numbers.append(try codes[index].numbers(dispatch.arguments, kernels[index]))
    }
    var places = codes.indices.map {
      DispatchCoordinates(codes[$0], numbers[$0], readsRows: fastPaths.contains(.rowReads), fastPaths)
    }
    var (stored, rowless) = (Set<Schedule.ImageID>(), Set<Int>())
    // What takes too many rows is stored, or read at points.
    search: while true {
      let pipelines = Pipelines(schedule, places, stored: stored)
      groups = []
      for group in pipelines.groups {
        let members = group.members
        let memory = PipelineMemory(schedule, group, places, makers: pipelines.makers, fastPaths)
        let before = (stored.count, rowless.count)
        let region = schedule.dispatches[group.sinks[0]].region
        var cut: PipelineCut?
        if memory.nodes.count <= Int(ROW_NODE_LIMIT) {
          memory.reach(stages.blocks, rows: region.spans.rows)
          cut = PipelineCut(memory, stages.blocks, region: region, threads: threads, cutting)
        }
        if !members.allSatisfy(rowless.contains) {
          for (index, image) in memory.images.enumerated().dropFirst(group.sinks.count) {
            guard cut.map({ $0.ringBytes[index] > cutting.ringBytes }) ?? true else { continue }
            if let image {
              stored.insert(image)
            } else {
              rowless.insert(members[Int(memory.nodes[index].dispatch)])
            }
          }
          // An image that is stored is read by rows still.
          if cut == nil, before.0 == stored.count { rowless.formUnion(members) }
        }
        if before != (stored.count, rowless.count) {
          for index in rowless {
            places[index] = DispatchCoordinates(codes[index], numbers[index], readsRows: false, fastPaths)
          }
          continue search
        }
        guard let cut else { throw .unsupported("the rows that a step reads are too wide") }
        let read = Set(members.flatMap { schedule.dispatches[$0].inputs }).filter { pipelines.makers[$0] == nil }
        groups.append(
          Group(
            members: members, sinks: group.sinks, memory: memory, cut: cut,
            counterCount: schedule.counterCount(of: schedule.dispatches[group.sinks[0]]), read: read))
      }
      break
    }
    byteCount = Self.byteCount(schedule, groups)
    var paths = groups.reduce(into: Set<FastPath>()) { $0.formUnion($1.memory.fastPaths) }
    for code in codes { paths.formUnion(code.fastPaths) }
    if schedule.dispatches.contains(where: { $0.program.store.planes != nil }) { paths.insert(.planeStores) }
    self.fastPaths = paths
  }

  /// The most bytes between dispatches at a time: what nobody reads any more goes.
  private static func byteCount(_ schedule: Schedule, _ groups: [Group]) -> Int {
    var lastReader: [Schedule.ImageID: Int] = [:]
    for (index, group) in groups.enumerated() { for id in group.read { lastReader[id] = index } }
    var (there, most) = ([Schedule.ImageID: Int](), 0)
    for (index, group) in groups.enumerated() {
      for id in group.sinks.map({ schedule.dispatches[$0].output }) {
        let image = schedule.images[id]
        if case .intermediate = image.kind, !image.isToBeCached {
          there[id] = BufferSize.rounded(image.byteCount)
        }
      }
      let rows = BufferSize.rounded(group.cut.threadBytes).plus(4 * group.counterCount).times(group.cut.threads)
      most = max(most, there.values.reduce(rows) { $0.plus($1) })
      there = there.filter { lastReader[$0.key].map { $0 > index } ?? false }
    }
    return most
  }
}

extension Schedule {
  /// Numbers that a thread counts in; 0 where it makes pixels.
  fileprivate func counterCount(of dispatch: Dispatch) -> Int {
    if case .histogram = dispatch.program.store, case .counters(let bins) = images[dispatch.output].kind {
      return 4 * bins * Int(COUNTER_TABLES)
    }
    return 0
  }

  /// How the pixels of an image lie in memory.
  func format(of id: ImageID) -> PixelFormat? {
    switch images[id].kind {
    case .source(let source): source.format
    case .counters: .rgbaf
    case .intermediate, .cached, .output: images[id].store?.format
    }
  }
}
