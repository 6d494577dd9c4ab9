import ImageGraph
import ImagePrograms

/// Which memory each image of a schedule uses, settled before anything is allocated.
///
/// Intermediate images share blocks: one that is read for the last time hands its block to those made later.
package struct BlockLayout: Equatable {
  /// Byte counts of the blocks.
  package private(set) var blocks: [Int] = []
  /// For each image its block; nil for sources, the output and counters.
  package private(set) var blockOf: [Int?]

  package init(_ schedule: Schedule) {
    blockOf = Array(repeating: nil, count: schedule.images.count)
    var lastUse = Array(repeating: -1, count: schedule.images.count)
    for (index, dispatch) in schedule.dispatches.enumerated() {
      for image in dispatch.inputs + [dispatch.output] { lastUse[image] = index }
    }
    // Blocks whose image is still to be read, by the dispatch that reads it last.
    var busy: [(block: Int, until: Int)] = []
    var free: [Int] = []
    for (index, dispatch) in schedule.dispatches.enumerated() {
      free += busy.filter { $0.until < index }.map(\.block)
      busy.removeAll { $0.until < index }
      let image = dispatch.output
      guard case .intermediate = schedule.images[image].kind, blockOf[image] == nil,
        !schedule.images[image].isToBeCached
      else { continue }
      let size = schedule.images[image].byteCount
      // The smallest that is large enough; else the largest grows.
      let fitting = free.filter { blocks[$0] >= size }.min { blocks[$0] < blocks[$1] }
      let block: Int
      if let found = fitting ?? free.max(by: { blocks[$0] < blocks[$1] }) {
        block = found
        free.removeAll { $0 == found }
        blocks[block] = max(blocks[block], size)
      } else {
        block = blocks.count
        blocks.append(size)
      }
      blockOf[image] = block
      busy.append((block, lastUse[image]))
    }
  }
}
