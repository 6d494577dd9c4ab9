import CStages
import ImageGraph

/// How the work of a pipeline is cut, and the memory that this takes: all that is to be known before it runs.
struct PipelineCut {
  /// Stretches of columns whose rows stay near.
  private(set) var tiles: [Range<Int>]
  /// Threads that it is worth.
  private(set) var threads = 1
  /// Rows of a piece of work, and those that are worth beginning elsewhere for.
  private(set) var (pieceRows, leastRows) = (1, 1)
  /// Bytes that a thread takes.
  private(set) var threadBytes = 0
  /// By node, the bytes that a thread's ring of its rows takes.
  private(set) var ringBytes: [Int] = []

  /// - Parameters:
  ///   - memory: knows how many rows are kept.
  ///   - region: the pixels to make.
  /// - Returns: nil where what is read by rows is too wide for that.
  init?(_ memory: PipelineMemory, _ blocks: BlockLibrary, region: UserRect, threads: Int, _ cutting: RowCutting) {
    let area = region.spans
    let (columns, rows) = (area.columns, area.rows)
    var width = columns.count
    var use = memory.use(blocks, columns: columns)
    let whole = use
    // Of what shrinks, a few columns are made of many.
    while use.map({ $0.rings.reduce(0, +) > cutting.nearBytes }) ?? true, width > cutting.narrowestColumns,
      width > cutting.leastColumns || use.map({ $0.widest > 2 * cutting.leastColumns }) ?? true
    {
      let least = width > cutting.leastColumns ? cutting.leastColumns : cutting.narrowestColumns
      let narrower = max(least, (width / 2 + 15) / 16 * 16)
      let middle = columns.lowerBound + (columns.count - narrower) / 2
      let part = memory.use(blocks, columns: middle..<middle + narrower)
      // What lies beside a stretch is made for it alone: too much of it is worth nothing but rows that fit at all.
      if let whole, let part, let use, use.rings.allSatisfy({ $0 <= cutting.ringBytes }) {
        let again = memory.work(part) / Double(narrower) * Double(columns.count) / memory.work(whole)
        if again > cutting.mostAgain { break }
      }
      (width, use) = (narrower, part)
    }
    tiles = stride(from: columns.lowerBound, to: columns.upperBound, by: max(1, width)).map {
      $0..<min($0 + width, columns.upperBound)
    }
    var work = 0.0
    var widest = 1
    ringBytes = memory.nodes.map { _ in 0 }
    for tile in tiles {
      guard let use = memory.use(blocks, columns: tile) else { return nil }
      threadBytes = max(threadBytes, use.all)
      widest = max(widest, use.widest)
      for (node, bytes) in use.rings.enumerated() { ringBytes[node] = max(ringBytes[node], bytes) }
      work += memory.work(use)
    }
    let warm =
      memory.nodes.map { node in
        node.all_rows == 0 ? 0 : Int(node.first_rows) * rows.count / Int(node.all_rows)
      }.max() ?? 0
    pieceRows = max(1, cutting.piecePixels / widest)
    leastRows = max(pieceRows, warm)
    self.threads = max(
      1,
      min(
        threads, Int(clamping: work) / max(1, cutting.piecePixels / 4), tiles.count * rows.count / max(1, warm / 4),
        cutting.allBytes / max(1, threadBytes)))
  }
}

/// What a thread takes for some columns of a pipeline.
struct PipelineUse {
  var all: Int
  /// By node: bytes of its ring, and the columns that it makes.
  var rings: [Int]
  var columns: [Int]

  var widest: Int { columns.max() ?? 0 }
}

extension PipelineMemory {
  /// Pixels that all nodes make, of so many columns each.
  fileprivate func work(_ use: PipelineUse) -> Double {
    zip(nodes, use.columns).reduce(0) { $0 + Double($1.0.all_rows) * Double($1.1) }
  }

  /// What a thread takes; nil where that cannot be told.
  fileprivate func use(_ blocks: BlockLibrary, columns: Range<Int>) -> PipelineUse? {
    var (pipeline, use) = (pipeline, RowUse())
    let all = blocks.memory(&pipeline, Int32(columns.lowerBound), Int32(columns.upperBound), &use)
    if all == 0 { return nil }
    return PipelineUse(
      all: all,
      rings: withUnsafeBytes(of: use.rings) { $0.bindMemory(to: Int.self).prefix(nodes.count).map { $0 } },
      columns: withUnsafeBytes(of: use.columns) { $0.bindMemory(to: Int32.self).prefix(nodes.count).map { Int($0) } })
  }
}
