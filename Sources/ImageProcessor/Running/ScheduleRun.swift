import CStages
import ImageGraph
import ImagePasses
import ImagePlanning
import Synchronization

/// All dispatches of one schedule. Where one reads rows of what another makes, they run together and the picture
/// between them never exists.
struct ScheduleRun {
  let schedule: Schedule
  let stages: Stages
  /// By dispatch.
  let codes: [ProgramCode]
  let threads: Int
  let cutting: RowCutting

  /// Pixels that no dispatch makes, by picture.
  let given: [Schedule.PictureID: PixelBuffer]

  /// Runs it and returns the output.
  ///
  /// - Parameters:
  ///   - statistics: gets times.
  ///   - asker: asked between pieces of work.
  ///   - room: gives memory for a picture that is stored; that of counters is clear.
  func pixels(
    _ statistics: inout RenderStatistics, asker: Asker,
    room: (Schedule.PictureID) throws(RenderError) -> PixelBuffer
  ) throws(RenderError) -> PixelBuffer {
    var rowless: Set<Int> = []
    var stored: Set<Schedule.PictureID> = []
    var numbers: [[StageNumber]] = []
    // They live as long as the threads that are told where they are.
    let interpreted = codes.map { code in code.interpreted.map { $0.stage(lanes: stages.lanes) } }
    defer { withExtendedLifetime(interpreted) {} }
    for (index, dispatch) in schedule.dispatches.enumerated() {
      numbers.append(try codes[index].numbers(dispatch.arguments, interpreted[index]))
    }
    var places = codes.indices.map { DispatchPlaces(codes[$0], numbers[$0], readsRows: true) }
    var pipelines = Pipelines(schedule, places, stored: stored)
    // What reads too many rows is found out here, before anything is computed.
    while let group = pipelines.groups.first(where: { tooLong($0, pipelines, places, &stored, &rowless) }) {
      for index in group where rowless.contains(index) {
        places[index] = DispatchPlaces(codes[index], numbers[index], readsRows: false)
      }
      pipelines = Pipelines(schedule, places, stored: stored)
    }

    var pictures = given
    var lastReader: [Schedule.PictureID: Int] = [:]
    for (index, group) in pipelines.groups.enumerated() {
      for member in group { for id in schedule.dispatches[member].inputs { lastReader[id] = index } }
    }
    statistics.dispatchMilliseconds += Array(repeating: 0, count: codes.count)
    let first = statistics.dispatchMilliseconds.count - codes.count
    for (index, group) in pipelines.groups.enumerated() {
      let read = Set(group.flatMap { schedule.dispatches[$0].inputs }).filter { pipelines.makers[$0] == nil }
      for id in read where pictures[id] == nil {
        throw .invalidArgument("picture \(id) is read before it is made")
      }
      let id = schedule.dispatches[group.last!].output
      if pictures[id] == nil { pictures[id] = try room(id) }
      if index > 0, !asker.goesOn(), let reason = asker.reason { throw reason }
      var milliseconds = 0.0
      try timed(&milliseconds) { () throws(RenderError) in
        try run(group, pipelines, places, pictures, asker)
      }
      for member in group { for stage in interpreted[member] { if let error = stage.error { throw error } } }
      statistics.deviceMilliseconds += milliseconds
      statistics.dispatchMilliseconds[first + group.last!] = milliseconds
      // What nobody reads any more goes.
      for id in read where lastReader[id] == index && id != schedule.output { pictures[id] = nil }
    }
    guard let output = pictures[schedule.output] else { throw .invalidArgument("nothing makes the output") }
    return output
  }

  private func memory(
    _ group: [Int], _ pipelines: Pipelines, _ places: [DispatchPlaces], _ pictures: [Schedule.PictureID: PixelBuffer]
  ) -> PipelineMemory {
    PipelineMemory(schedule, group, places, makers: pipelines.makers) { member in
      schedule.dispatches[member].inputs.map { id in pictures[id].map { BlockPicture($0) } ?? BlockPicture() }
    }
  }

  /// True when something of a pipeline keeps too many rows: then it says what is to be done instead.
  private func tooLong(
    _ group: [Int], _ pipelines: Pipelines, _ places: [DispatchPlaces], _ stored: inout Set<Schedule.PictureID>,
    _ rowless: inout Set<Int>
  ) -> Bool {
    guard !group.allSatisfy(rowless.contains) else { return false }
    let memory = memory(group, pipelines, places, [:])
    let region = schedule.dispatches[group.last!].region
    memory.reach(stages.blocks, rows: region.spans.rows)
    let before = (stored.count, rowless.count)
    var (pipeline, rings) = (memory.pipeline, 0)
    let (columns, all) = (region.spans.columns, memory.nodes)
    let bytes = stages.blocks.memory(&pipeline, Int32(columns.lowerBound), Int32(columns.upperBound), &rings)
    for (node, picture) in zip(all, memory.pictures).dropFirst() {
      let width = min(Int(node.right) - Int(node.left), columns.count)
      guard bytes == 0 || Int(node.ring) * width * 16 > cutting.ringBytes else { continue }
      if let picture { stored.insert(picture) } else { rowless.insert(group[Int(node.dispatch)]) }
    }
    // A picture that is stored is read by rows still.
    if bytes == 0, before.0 == stored.count { rowless.formUnion(group) }
    return before != (stored.count, rowless.count)
  }

  private func run(
    _ group: [Int], _ pipelines: Pipelines, _ places: [DispatchPlaces],
    _ pictures: [Schedule.PictureID: PixelBuffer], _ asker: Asker
  ) throws(RenderError) {
    let dispatch = schedule.dispatches[group.last!]
    let (id, picture) = (dispatch.output, schedule.pictures[dispatch.output])
    let memory = memory(group, pipelines, places, pictures)
    let run = PipelineRun(
      blocks: stages.blocks, memory: memory, region: dispatch.region, threads: threads, cutting: cutting)
    switch dispatch.program.store {
    case .pixels:
      memory.set(BlockPicture(pictures[id]!), at: picture.region, bins: 0)
      try Self.checked { () throws(PipelineRun.Failure) in
        try run.run(counterCount: 0, asker: asker) { _ in }
      }
    case .histogram:
      guard case .counters(let bins) = picture.kind else {
        throw .invalidArgument("a histogram is counted into counters")
      }
      memory.set(BlockPicture(), at: dispatch.region, bins: bins)
      let sum = Mutex([UInt32](repeating: 0, count: 4 * bins))
      try Self.checked { () throws(PipelineRun.Failure) in
        try run.run(counterCount: 4 * bins * Int(COUNTER_TABLES), asker: asker) { counters in
          sum.withLock { sum in
            for index in 0..<(4 * bins * Int(COUNTER_TABLES)) { sum[index % (4 * bins)] &+= counters[index] }
          }
        }
      }
      let floats = pictures[id]!.bytes.assumingMemoryBound(to: Float.self)
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
