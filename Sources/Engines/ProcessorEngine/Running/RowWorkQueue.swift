import Synchronization

/// A work queue of rows in tiles. Each thread has a slice, and computes its rows from the top down, so that its rings
/// stay valid. A thread with an empty slice steals half of the largest one.
final class RowWorkQueue: Sendable {
  /// A chunk of work: rows of a tile, counted from the top.
  struct Chunk {
    var tile: Int
    var rows: Range<Int>
  }

  private let slices: Mutex<[Range<Int>]>
  private let rowCount: Int
  private let chunkRows: Int
  /// The rows below which a slice is not divided, because of the cost of starting at another position.
  private let minimumRows: Int

  /// - Parameters:
  ///   - tiles: the number of tiles, each with `rowCount` rows.
  ///   - minimumRows: the least rows for which a thread starts at another position.
  init(tiles: Int, rowCount: Int, chunkRows: Int, minimumRows: Int, threads: Int) {
    (self.rowCount, self.chunkRows, self.minimumRows) = (rowCount, max(1, chunkRows), max(1, minimumRows))
    let total = tiles * rowCount
    slices = Mutex((0..<threads).map { (total * $0 / threads)..<(total * ($0 + 1) / threads) })
  }

  /// Returns the next chunk of a thread; nil if all rows are computed or assigned.
  func next(for thread: Int) -> Chunk? {
    slices.withLock { slices in
      if slices[thread].isEmpty {
        let victim = slices.indices.max { slices[$0].count < slices[$1].count }!
        guard slices[victim].count >= 2 * minimumRows else {
          // The slice is too small to be divided.
          return nil
        }
        let middle = slices[victim].lowerBound + (slices[victim].count + 1) / 2
        slices[thread] = middle..<slices[victim].upperBound
        slices[victim] = slices[victim].lowerBound..<middle
      }
      let first = slices[thread].lowerBound
      let (tile, row) = (first / rowCount, first % rowCount)
      let count = min(chunkRows, slices[thread].count, rowCount - row)
      slices[thread] = (first + count)..<slices[thread].upperBound
      return Chunk(tile: tile, rows: row..<(row + count))
    }
  }
}
