import CStages
import Dispatch
import ImageGraph
import ImagePlanning
import Synchronization

/// One pipeline on all cores. Each pixel is computed alone, so the result is the same for any number of threads, bands
/// and stretches of columns.
struct PipelineRun {
  let blocks: BlockLibrary
  let memory: PipelineMemory
  let cut: PipelineCut
  /// Of the pixels to make.
  let rows: Range<Int>
  /// Rows that are stored together, from the top on.
  let groupRows: Int

  /// Why a pipeline cannot be run as it is.
  enum Failure: Error {
    /// The rows that a step reads are not those that it said.
    case unbounded
    /// Whoever waits does not want it any more.
    case stopped(RenderError)
  }

  /// - Parameters:
  ///   - rooms: memory of each thread's rows.
  ///   - asker: asked between pieces of work, and within those that take long.
  ///   - counted: gets each thread's counters, of which there are `counterCount`.
  func run(
    in rooms: [IntermediatePool.Lease], counterCount: Int, asker: CancellationPoller,
    _ counted: @Sendable (UnsafePointer<UInt32>) -> Void
  ) throws(Failure) {
    let (tiles, rows, groupRows) = (cut.tiles, rows, groupRows)
    func groups(_ rows: Int) -> Int { (rows + groupRows - 1) / groupRows }
    let share = RowWorkQueue(
      tiles: tiles.count, rowCount: groups(rows.count), pieceRows: groups(cut.pieceRows), least: groups(cut.leastRows),
      threads: rooms.count)
    let (blocks, memory) = (blocks, memory)
    let isShort = Atomic(false)
    /// The part of one thread.
    @Sendable func make(_ thread: Int) {
      var pipeline = memory.pipeline
      pipeline.goes_on = { Unmanaged<CancellationPoller>.fromOpaque($0!).takeUnretainedValue().goesOn() ? 1 : 0 }
      pipeline.asker = Unmanaged.passUnretained(asker).toOpaque()
      let counters = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, counterCount))
      counters.initialize(repeating: 0, count: max(1, counterCount))
      defer { counters.deallocate() }
      var last: RowWorkQueue.Piece?
      while let piece = share.next(for: thread), !isShort.load(ordering: .relaxed), last == nil || asker.goesOn() {
        let goesOn = last.map { $0.tile == piece.tile && $0.rows.upperBound == piece.rows.lowerBound } ?? false
        let top = rows.upperBound - piece.rows.lowerBound * groupRows
        let bottom = max(rows.lowerBound, rows.upperBound - piece.rows.upperBound * groupRows)
        let made = blocks.run(
          &pipeline, rooms[thread].piece.bytes, counters, goesOn ? 0 : 1, Int32(tiles[piece.tile].lowerBound),
          Int32(tiles[piece.tile].upperBound), Int32(bottom), Int32(top))
        if made == Int32(ROWS_SHORT) { isShort.store(true, ordering: .relaxed) }
        if made == Int32(ROWS_STOPPED) { break }
        last = piece
      }
      if counterCount > 0 { counted(counters) }
    }
    DispatchQueue.concurrentPerform(iterations: rooms.count) { thread in asker.takingPart { make(thread) } }
    if let reason = asker.reason { throw .stopped(reason) }
    if isShort.load(ordering: .relaxed) { throw .unbounded }
  }
}
