import CStages
import ImageGraph
import ImagePrograms

/// The groups of a schedule's dispatches that run together, row by row, so that the intermediates between them are not
/// stored.
struct Pipelines {
  /// A group of dispatches that run together.
  struct Group {
    /// In the order of the schedule.
    var members: [Int]
    /// The dispatches whose results are stored: one, or all that compute outputs of the schedule. The first one has the
    /// most rows, and determines when the others compute theirs.
    var sinks: [Int]
  }

  /// In the order of execution.
  private(set) var groups: [Group] = []
  /// By image that is not stored: the dispatch that computes its rows.
  private(set) var producers: [Schedule.ImageID: Int] = [:]

  /// An intermediate is stored if its dispatch writes or reads more than `largePixels`, and if its readers' output is
  /// smaller by more than `largeRatio` and smaller than `smallPixels`. Such an output is too small for a partition
  /// among all cores, so a single core would compute the intermediate.
  private static let (largePixels, largeRatio, smallPixels) = (1 << 16, 8, 1 << 18)

  /// - Parameters:
  ///   - coordinates: by dispatch.
  ///   - stored: images that must be stored.
  init(_ schedule: Schedule, _ coordinates: [DispatchCoordinates], stored: Set<Schedule.ImageID>) {
    var writers: [Schedule.ImageID: [Int]] = [:]
    var readers: [Schedule.ImageID: [Int]] = [:]
    for (index, dispatch) in schedule.dispatches.enumerated() {
      writers[dispatch.output, default: []].append(index)
      for id in Set(dispatch.inputs) { readers[id, default: []].append(index) }
    }
    /// By dispatch: the last one of its group.
    var sinks = Array(schedule.dispatches.indices)
    var nodeCounts = coordinates.map(\.blocks.count)
    let outputs = Self.outputs(of: schedule)
    if let last = outputs.last {
      for index in outputs { sinks[index] = last }
      nodeCounts[last] = outputs.reduce(0) { $0 + nodeCounts[$1] }
    }
    /// Returns the dispatches of a group whose results are stored.
    func storedDispatches(of sink: Int) -> [Int] { sink == outputs.last ? outputs : [sink] }
    for (index, dispatch) in schedule.dispatches.enumerated().reversed() {
      let (id, image) = (dispatch.output, schedule.images[dispatch.output])
      guard case .intermediate = image.kind, !image.isToBeCached, !stored.contains(id), writers[id]?.count == 1,
        case .pixels = dispatch.program.store, dispatch.region == image.region, let ownReaders = readers[id],
        Set(ownReaders.map { sinks[$0] }).count == 1
      else { continue }
      let isByRows = ownReaders.allSatisfy { reader in
        schedule.dispatches[reader].inputs.enumerated().allSatisfy {
          $1 != id || !coordinates[reader].scatteredInputs.contains($0)
        }
      }
      let sink = sinks[ownReaders[0]]
      let outputPixels = storedDispatches(of: sink).map { schedule.dispatches[$0].pixelCount }.max()!
      let isTooLarge =
        max(dispatch.pixelCount, schedule.readPixelCount(of: dispatch)) > Self.largePixels
        && outputPixels < Self.smallPixels
        && outputPixels < dispatch.pixelCount / Self.largeRatio
      guard isByRows, !isTooLarge, nodeCounts[sink] + coordinates[index].blocks.count <= Int(ROW_NODE_LIMIT) else {
        continue
      }
      sinks[index] = sink
      nodeCounts[sink] += coordinates[index].blocks.count
      producers[id] = index
    }
    groups = schedule.dispatches.indices.filter { sinks[$0] == $0 }.map { sink in
      Group(
        members: sinks.indices.filter { sinks[$0] == sink },
        sinks: storedDispatches(of: sink).sorted {
          schedule.dispatches[$0].region.height > schedule.dispatches[$1].region.height
        })
    }
  }

  /// Returns the dispatches that compute the schedule's outputs, if there are several that can run together.
  private static func outputs(of schedule: Schedule) -> [Int] {
    let producers = schedule.dispatches.indices.filter { schedule.outputs.contains(schedule.dispatches[$0].output) }
    guard producers.count > 1, producers.count == schedule.outputs.count, producers.count <= Int(ROW_SINK_LIMIT) else {
      return []
    }
    let areIndependent = producers.allSatisfy { producer in
      let dispatch = schedule.dispatches[producer]
      guard case .pixels = dispatch.program.store, dispatch.region == schedule.images[dispatch.output].region else {
        return false
      }
      return schedule.dispatches.allSatisfy { !$0.inputs.contains(dispatch.output) }
    }
    return areIndependent ? producers : []
  }
}

extension Schedule {
  /// Returns the pixel count of the largest image that a dispatch reads.
  fileprivate func readPixelCount(of dispatch: Dispatch) -> Int {
    dispatch.inputs.map { Int(clamping: images[$0].region.area) }.max() ?? 0
  }
}
