import CStages
import Dispatch
import ImageGraph
import ImagePasses
import Synchronization

/// One pipeline on all cores. Each pixel is computed alone, so the result is the same for any number of threads, bands
/// and stretches of columns.
struct PipelineRun {
  let blocks: BlockLibrary
  let memory: PipelineMemory
  /// The pixels to make.
  let region: UserRect
  let threads: Int
  let cutting: RowCutting

  /// Why a pipeline cannot be run as it is.
  enum Failure: Error {
    /// The rows that a step reads are too many, or cannot be told.
    case unbounded
    /// Whoever waits does not want it any more.
    case stopped(RenderError)
  }

  /// Bytes that a thread takes for columns of such a width.
  private func bytes(_ columns: Range<Int>) throws(Failure) -> (all: Int, rings: Int) {
    var (pipeline, rings) = (memory.pipeline, 0)
    let all = blocks.memory(&pipeline, Int32(columns.lowerBound), Int32(columns.upperBound), &rings)
    if all == 0 { throw .unbounded }
    return (all, rings)
  }

  /// Stretches of columns whose rows stay near.
  private func tiles() throws(Failure) -> (tiles: [Range<Int>], bytes: Int) {
    let columns = region.spans.columns
    let whole = try bytes(columns)
    var width = columns.count
    if whole.rings > cutting.nearBytes {
      while width > cutting.leastColumns {
        let narrower = max(cutting.leastColumns, (width / 2 + 15) / 16 * 16)
        width = narrower
        if try bytes(columns.lowerBound..<min(columns.upperBound, columns.lowerBound + width)).rings
          <= cutting.nearBytes
        {
          break
        }
      }
    }
    let tiles = stride(from: columns.lowerBound, to: columns.upperBound, by: max(1, width)).map {
      $0..<min($0 + width, columns.upperBound)
    }
    if tiles.count < 2 { return (tiles, whole.all) }
    var most = 0
    for tile in tiles { most = max(most, try bytes(tile).all) }
    return (tiles, most)
  }

  /// - Parameters:
  ///   - asker: asked between pieces of work.
  ///   - counted: gets each thread's counters, of which there are `counterCount`.
  func run(
    counterCount: Int, asker: Asker, _ counted: @Sendable (UnsafePointer<UInt32>) -> Void
  ) throws(Failure) {
    let (columns, rows) = region.spans
    memory.reach(blocks, rows: rows)
    let (tiles, byteCount) = try tiles()
    let warm =
      memory.nodes.map { node in
        node.all_rows == 0 ? 0 : Int(node.first_rows) * rows.count / Int(node.all_rows)
      }.max() ?? 0
    let pieceRows = max(1, cutting.piecePixels / max(1, min(columns.count, tiles[0].count)))
    let cost = memory.nodes.reduce(0) { $0 + Int($1.all_rows) } * columns.count
    let threads = max(1, min(threads, cost / (cutting.piecePixels / 4), tiles.count * rows.count / max(1, warm / 4)))
    let share = WorkShare(
      tiles: tiles.count, rowCount: rows.count, pieceRows: pieceRows, least: max(pieceRows, warm), threads: threads)
    let (blocks, memory) = (blocks, memory)
    let isShort = Atomic(false)
    let isStopped = Atomic(false)
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      var pipeline = memory.pipeline
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
      defer { bytes.deallocate() }
      let counters = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, counterCount))
      counters.initialize(repeating: 0, count: max(1, counterCount))
      defer { counters.deallocate() }
      var last: WorkShare.Piece?
      while let piece = share.next(for: thread), !isShort.load(ordering: .relaxed),
        !isStopped.load(ordering: .relaxed)
      {
        if last != nil, !asker.goesOn() {
          isStopped.store(true, ordering: .relaxed)
          break
        }
        let goesOn = last.map { $0.tile == piece.tile && $0.rows.upperBound == piece.rows.lowerBound } ?? false
        let top = Int(rows.upperBound) - piece.rows.lowerBound
        let isMade = blocks.run(
          &pipeline, bytes, counters, goesOn ? 0 : 1, Int32(tiles[piece.tile].lowerBound),
          Int32(tiles[piece.tile].upperBound), Int32(top - piece.rows.count), Int32(top))
        if isMade == 0 { isShort.store(true, ordering: .relaxed) }
        last = piece
      }
      if counterCount > 0 { counted(counters) }
    }
    if isShort.load(ordering: .relaxed) { throw .unbounded }
    if let reason = asker.reason { throw .stopped(reason) }
  }
}
