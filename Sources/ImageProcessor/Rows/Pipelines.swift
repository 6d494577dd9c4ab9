import CStages
import ImageGraph
import ImagePasses

/// Which dispatches of a schedule are made together, row by row, so that the pictures between them never exist.
struct Pipelines {
  /// The dispatches of each, the one whose picture is stored last; in the order in which they run.
  private(set) var groups: [[Int]] = []
  /// Pictures that are not stored, with the dispatch that makes their rows.
  private(set) var makers: [Schedule.PictureID: Int] = [:]

  /// A picture that is made of so many pixels is stored where what reads it is that much smaller, and too small to be
  /// cut for all cores: else one core made it all.
  private static let (largePixels, largeRatio, smallPixels) = (1 << 16, 8, 1 << 18)

  /// - Parameters:
  ///   - places: by dispatch.
  ///   - stored: pictures that have to be stored.
  init(_ schedule: Schedule, _ places: [DispatchPlaces], stored: Set<Schedule.PictureID>) {
    var writers: [Schedule.PictureID: [Int]] = [:]
    var readers: [Schedule.PictureID: [Int]] = [:]
    for (index, dispatch) in schedule.dispatches.enumerated() {
      writers[dispatch.output, default: []].append(index)
      for id in Set(dispatch.inputs) { readers[id, default: []].append(index) }
    }
    /// By dispatch, the last one of its group.
    var sinks = Array(schedule.dispatches.indices)
    var nodeCounts = places.map(\.blocks.count)
    for (index, dispatch) in schedule.dispatches.enumerated().reversed() {
      let (id, picture) = (dispatch.output, schedule.pictures[dispatch.output])
      guard case .intermediate = picture.kind, !picture.isToBeKept, !stored.contains(id), writers[id]?.count == 1,
        case .pixels = dispatch.program.store, dispatch.region == picture.region, let users = readers[id],
        Set(users.map { sinks[$0] }).count == 1
      else { continue }
      let isByRows = users.allSatisfy { user in
        schedule.dispatches[user].inputs.enumerated().allSatisfy {
          $1 != id || !places[user].scatteredInputs.contains($0)
        }
      }
      let sink = sinks[users[0]]
      let asked = schedule.dispatches[sink].pixelCount
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
      sinks.indices.filter { sinks[$0] == sink }
    }
  }
}

extension Schedule {
  /// Pixels of the largest picture that a dispatch reads.
  fileprivate func readPixelCount(of dispatch: Dispatch) -> Int {
    dispatch.inputs.map { Int(clamping: pictures[$0].region.area) }.max() ?? 0
  }
}
