import CStages
import ImageGraph
import ImagePrograms

/// Which dispatches of a schedule are made together, row by row, so that the images between them never exist.
struct Pipelines {
  /// Dispatches that run together.
  struct Group {
    /// In their order.
    var members: [Int]
    /// Those whose images are stored: one, or all that make outputs of the schedule. The one with most rows comes
    /// first, which the others go along with.
    var sinks: [Int]
  }

  /// In the order in which they run.
  private(set) var groups: [Group] = []
  /// Images that are not stored, with the dispatch that makes their rows.
  private(set) var makers: [Schedule.ImageID: Int] = [:]

  /// An image that is made of so many pixels is stored where what reads it is that much smaller, and too small to be
  /// cut for all cores: else one core made it all.
  private static let (largePixels, largeRatio, smallPixels) = (1 << 16, 8, 1 << 18)

  /// - Parameters:
  ///   - places: by dispatch.
  ///   - stored: images that have to be stored.
  init(_ schedule: Schedule, _ places: [DispatchCoordinates], stored: Set<Schedule.ImageID>) {
    var writers: [Schedule.ImageID: [Int]] = [:]
    var readers: [Schedule.ImageID: [Int]] = [:]
    for (index, dispatch) in schedule.dispatches.enumerated() {
      writers[dispatch.output, default: []].append(index)
      for id in Set(dispatch.inputs) { readers[id, default: []].append(index) }
    }
    /// By dispatch, the last one of its group.
    var sinks = Array(schedule.dispatches.indices)
    var nodeCounts = places.map(\.blocks.count)
    let outputs = Self.outputs(of: schedule)
    if let last = outputs.last {
      for index in outputs { sinks[index] = last }
      nodeCounts[last] = outputs.reduce(0) { $0 + nodeCounts[$1] }
    }
    /// The dispatches of a group whose images are stored, by the last of them.
    func ends(_ sink: Int) -> [Int] { sink == outputs.last ? outputs : [sink] }
    for (index, dispatch) in schedule.dispatches.enumerated().reversed() {
      let (id, image) = (dispatch.output, schedule.images[dispatch.output])
      guard case .intermediate = image.kind, !image.isToBeCached, !stored.contains(id), writers[id]?.count == 1,
        case .pixels = dispatch.program.store, dispatch.region == image.region, let users = readers[id],
        Set(users.map { sinks[$0] }).count == 1
      else { continue }
      let isByRows = users.allSatisfy { user in
        schedule.dispatches[user].inputs.enumerated().allSatisfy {
          $1 != id || !places[user].scatteredInputs.contains($0)
        }
      }
      let sink = sinks[users[0]]
      let asked = ends(sink).map { schedule.dispatches[$0].pixelCount }.max()!
      let isTooLarge =
        max(dispatch.pixelCount, schedule.readPixelCount(of: dispatch)) > Self.largePixels && asked < Self.smallPixels
        && asked < dispatch.pixelCount / Self.largeRatio
      guard isByRows, !isTooLarge, nodeCounts[sink] + places[index].blocks.count <= Int(ROW_NODE_LIMIT) else {
        continue
      }
      sinks[index] = sink
      nodeCounts[sink] += places[index].blocks.count
      makers[id] = index
    }
    groups = schedule.dispatches.indices.filter { sinks[$0] == $0 }.map { sink in
      Group(
        members: sinks.indices.filter { sinks[$0] == sink },
        sinks: ends(sink).sorted { schedule.dispatches[$0].region.height > schedule.dispatches[$1].region.height })
    }
  }

  /// The dispatches that make the schedule's outputs, where several can be made in turn, row by row.
  private static func outputs(of schedule: Schedule) -> [Int] {
    let makers = schedule.dispatches.indices.filter { schedule.outputs.contains(schedule.dispatches[$0].output) }
    guard makers.count > 1, makers.count == schedule.outputs.count, makers.count <= Int(ROW_SINK_LIMIT) else {
      return []
    }
    let areAlone = makers.allSatisfy { maker in
      let dispatch = schedule.dispatches[maker]
      guard case .pixels = dispatch.program.store, dispatch.region == schedule.images[dispatch.output].region else {
        return false
      }
      return schedule.dispatches.allSatisfy { !$0.inputs.contains(dispatch.output) }
    }
    return areAlone ? makers : []
  }
}

extension Schedule {
  /// Pixels of the largest image that a dispatch reads.
  fileprivate func readPixelCount(of dispatch: Dispatch) -> Int {
    dispatch.inputs.map { Int(clamping: images[$0].region.area) }.max() ?? 0
  }
}
