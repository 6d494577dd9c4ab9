import ImageGraph
import ImagePrograms

/// The assignment of a schedule's images to memory blocks, determined before anything is allocated.
///
/// Intermediates share blocks: after the last read of an image, its block is reused for later images.
package struct BlockLayout: Equatable {
  /// The byte counts of the blocks.
  package private(set) var blocks: [Int] = []
  /// The block of each image. Nil for sources, the output and counters.
  package private(set) var blockOf: [Int?]

  package init(_ schedule: Schedule) {
    blockOf = Array(repeating: nil, count: schedule.images.count)
    var lastUse = Array(repeating: -1, count: schedule.images.count)
    for (index, dispatch) in schedule.dispatches.enumerated() {
      for image in dispatch.inputs + [dispatch.output] { lastUse[image] = index }
    }
    // The blocks in use, with the index of the dispatch that reads their image last.
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
      // The smallest block that is large enough. If there is none, the largest grows.
      let fitting = free.filter { blocks[$0] >= size }.min { blocks[$0] < blocks[$1] }
      let block: Int
      if let existing = fitting ?? free.max(by: { blocks[$0] < blocks[$1] }) {
        block = existing
        free.removeAll { $0 == existing }
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
