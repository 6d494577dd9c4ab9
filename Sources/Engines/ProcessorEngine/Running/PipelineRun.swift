import CStages
import Dispatch
import ImageGraph
import ImagePlanning
import Synchronization

/// The execution of a pipeline on all cores. Each pixel is computed independently, so the result is the same for any
/// number of threads, chunks and tiles.
struct PipelineRun {
  let blocks: BlockLibrary
  let memory: PipelineMemory
  let partition: PipelinePartition
  /// The rows of the output.
  let rows: Range<Int>
  /// The number of rows that are stored together, from the top on.
  let groupRows: Int

  /// The reasons for which a pipeline stops.
  enum Failure: Error {
    /// A step read rows outside of its reach.
    case unbounded
    /// The caller cancelled the work.
    case cancelled(RenderError)
  }

  /// - Parameters:
  ///   - threadMemory: the memory of each thread.
  ///   - poller: polled between chunks of work, and within long ones.
  ///   - addCounters: called with the `counterCount` counters of each thread.
  func run(
    in threadMemory: [IntermediatePool.Lease], counterCount: Int, poller: CancellationPoller,
    _ addCounters: @Sendable (UnsafePointer<UInt32>) -> Void
  ) throws(Failure) {
    let (tiles, rows, groupRows) = (partition.tiles, rows, groupRows)
    func groups(_ rows: Int) -> Int { (rows + groupRows - 1) / groupRows }
    let queue = RowWorkQueue(
      tiles: tiles.count, rowCount: groups(rows.count), chunkRows: groups(partition.chunkRows),
      minimumRows: groups(partition.minimumRows),
      threads: threadMemory.count)
    let (blocks, memory) = (blocks, memory)
    let hasOverflow = Atomic(false)
    /// Runs the chunks of a thread.
    @Sendable func runThread(_ thread: Int) {
      var pipeline = memory.pipeline
      pipeline.should_continue = {
        Unmanaged<CancellationPoller>.fromOpaque($0!).takeUnretainedValue().shouldContinue() ? 1 : 0
      }
      pipeline.poller = Unmanaged.passUnretained(poller).toOpaque()
      let counters = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, counterCount))
      counters.initialize(repeating: 0, count: max(1, counterCount))
      defer { counters.deallocate() }
      var last: RowWorkQueue.Chunk?
      while let chunk = queue.next(for: thread), !hasOverflow.load(ordering: .relaxed),
        last == nil || poller.shouldContinue()
      {
        let isAdjacent = last.map { $0.tile == chunk.tile && $0.rows.upperBound == chunk.rows.lowerBound } ?? false
        let top = rows.upperBound - chunk.rows.lowerBound * groupRows
        let bottom = max(rows.lowerBound, rows.upperBound - chunk.rows.upperBound * groupRows)
        let status = blocks.run(
          &pipeline, threadMemory[thread].block.bytes, counters, isAdjacent ? 0 : 1,
          Int32(tiles[chunk.tile].lowerBound),
          Int32(tiles[chunk.tile].upperBound), Int32(bottom), Int32(top))
        if status == Int32(ROWS_RING_OVERFLOW) { hasOverflow.store(true, ordering: .relaxed) }
        if status == Int32(ROWS_CANCELLED) { break }
        last = chunk
      }
      if counterCount > 0 { addCounters(counters) }
    }
    DispatchQueue.concurrentPerform(iterations: threadMemory.count) { thread in
      poller.participating { runThread(thread) }
    }
    if let reason = poller.reason { throw .cancelled(reason) }
    if hasOverflow.load(ordering: .relaxed) { throw .unbounded }
  }
}
