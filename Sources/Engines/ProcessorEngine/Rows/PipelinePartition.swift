import CStages
import ImageGraph

/// The partition of a pipeline's work into tiles and chunks of rows, with its memory use. It is computed before the
/// pipeline runs.
struct PipelinePartition {
  /// Ranges of columns whose rings fit in the cache.
  private(set) var tiles: [Range<Int>]
  /// The number of threads.
  private(set) var threads = 1
  /// The rows of a chunk of work, and the least rows for which a thread starts at another position.
  private(set) var (chunkRows, minimumRows) = (1, 1)
  /// The bytes of memory of a thread.
  private(set) var threadBytes = 0
  /// By node: the bytes of its ring in a thread.
  private(set) var ringByteCounts: [Int] = []

  /// - Parameters:
  ///   - memory: the pipeline, with the sizes of its rings.
  ///   - region: the output pixels.
  /// - Returns: nil if a read is too wide for rows.
  init?(
    _ memory: PipelineMemory, _ blocks: BlockLibrary, region: UserRect, threads: Int, _ partitioning: RowPartitioning
  ) {
    let area = region.spans
    let (columns, rows) = (area.columns, area.rows)
    var width = columns.count
    var memoryUse = memory.memoryUse(blocks, columns: columns)
    let wholeUse = memoryUse
    // If a step downscales, a few columns require many.
    while memoryUse.map({ $0.rings.reduce(0, +) > partitioning.cacheBytes }) ?? true,
      width > partitioning.vectorColumns,
      width > partitioning.minimumColumns || memoryUse.map({ $0.widest > 2 * partitioning.minimumColumns }) ?? true
    {
      let minimum = width > partitioning.minimumColumns ? partitioning.minimumColumns : partitioning.vectorColumns
      let narrowWidth = max(minimum, (width / 2 + 15) / 16 * 16)
      let middle = columns.lowerBound + (columns.count - narrowWidth) / 2
      let narrowUse = memory.memoryUse(blocks, columns: middle..<middle + narrowWidth)
      // The halo of a tile is computed for that tile alone. Too large a halo only pays if rings exceed their limit
      // otherwise.
      if let wholeUse, let narrowUse, let memoryUse, memoryUse.rings.allSatisfy({ $0 <= partitioning.ringByteLimit }) {
        let overhead = memory.work(narrowUse) / Double(narrowWidth) * Double(columns.count) / memory.work(wholeUse)
        if overhead > partitioning.maximumOverhead { break }
      }
      (width, memoryUse) = (narrowWidth, narrowUse)
    }
    tiles = stride(from: columns.lowerBound, to: columns.upperBound, by: max(1, width)).map {
      $0..<min($0 + width, columns.upperBound)
    }
    var work = 0.0
    var widest = 1
    ringByteCounts = memory.nodes.map { _ in 0 }
    for tile in tiles {
      guard let memoryUse = memory.memoryUse(blocks, columns: tile) else { return nil }
      threadBytes = max(threadBytes, memoryUse.all)
      widest = max(widest, memoryUse.widest)
      for (node, bytes) in memoryUse.rings.enumerated() { ringByteCounts[node] = max(ringByteCounts[node], bytes) }
      work += memory.work(memoryUse)
    }
    let warmupRows =
      memory.nodes.map { node in
        node.total_rows == 0 ? 0 : Int(node.warmup_rows) * rows.count / Int(node.total_rows)
      }.max() ?? 0
    chunkRows = max(1, partitioning.chunkPixels / widest)
    minimumRows = max(chunkRows, warmupRows)
    self.threads = max(
      1,
      min(
        threads, Int(clamping: work) / max(1, partitioning.chunkPixels / 4),
        tiles.count * rows.count / max(1, warmupRows / 4),
        partitioning.totalByteLimit / max(1, threadBytes)))
  }
}

/// The memory use of a thread for some columns of a pipeline.
struct PipelineMemoryUse {
  var all: Int
  /// By node: the bytes of its ring, and the columns that it computes.
  var rings: [Int]
  var columns: [Int]

  var widest: Int { columns.max() ?? 0 }
}

extension PipelineMemory {
  /// Returns the number of pixels that all nodes compute.
  fileprivate func work(_ memoryUse: PipelineMemoryUse) -> Double {
    zip(nodes, memoryUse.columns).reduce(0) { $0 + Double($1.0.total_rows) * Double($1.1) }
  }

  /// Returns the memory use of a thread; nil if a read is too wide for rows.
  fileprivate func memoryUse(_ blocks: BlockLibrary, columns: Range<Int>) -> PipelineMemoryUse? {
    var (pipeline, memoryUse) = (pipeline, RowMemoryUse())
    let all = blocks.memory_size(&pipeline, Int32(columns.lowerBound), Int32(columns.upperBound), &memoryUse)
    if all == 0 { return nil }
    return PipelineMemoryUse(
      all: all,
      rings: withUnsafeBytes(of: memoryUse.rings) { $0.bindMemory(to: Int.self).prefix(nodes.count).map { $0 } },
      columns: withUnsafeBytes(of: memoryUse.columns) {
        $0.bindMemory(to: Int32.self).prefix(nodes.count).map { Int($0) }
      })
  }
}
