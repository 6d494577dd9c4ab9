import Synchronization

/// Rows of columns to be made, shared between threads. Each has a part of its own, which it makes from the top down so
/// that rows which it keeps stay of use; who has none left takes half of the largest part that there is.
final class RowWorkQueue: Sendable {
  /// Some rows of one stretch of columns, counted from the top.
  struct Piece {
    var tile: Int
    var rows: Range<Int>
  }

  private let parts: Mutex<[Range<Int>]>
  private let rowCount: Int
  private let pieceRows: Int
  /// Rows below which a part is not divided: what it costs to begin.
  private let least: Int

  /// - Parameters:
  ///   - tiles: stretches of columns, each of so many rows.
  ///   - least: rows that are worth beginning elsewhere for.
  init(tiles: Int, rowCount: Int, pieceRows: Int, least: Int, threads: Int) {
    (self.rowCount, self.pieceRows, self.least) = (rowCount, max(1, pieceRows), max(1, least))
    let total = tiles * rowCount
    parts = Mutex((0..<threads).map { (total * $0 / threads)..<(total * ($0 + 1) / threads) })
  }

  /// What the thread makes next; nil when all is made, or about to be.
  func next(for thread: Int) -> Piece? {
    parts.withLock { parts in
      if parts[thread].isEmpty {
        let victim = parts.indices.max { parts[$0].count < parts[$1].count }!
        guard parts[victim].count >= 2 * least else {
          // Too little to divide: all of a part that nobody has begun yet is not among these.
          return nil
        }
        let middle = parts[victim].lowerBound + (parts[victim].count + 1) / 2
        parts[thread] = middle..<parts[victim].upperBound
        parts[victim] = parts[victim].lowerBound..<middle
      }
      let first = parts[thread].lowerBound
      let (tile, row) = (first / rowCount, first % rowCount)
      let count = min(pieceRows, parts[thread].count, rowCount - row)
      parts[thread] = (first + count)..<parts[thread].upperBound
      return Piece(tile: tile, rows: row..<(row + count))
    }
  }
}
