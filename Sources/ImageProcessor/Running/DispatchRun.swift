import CStages
import Dispatch
import Foundation
import ImageGraph
import ImagePasses
import Synchronization

/// One dispatch on all cores: threads take bands of rows until there are no more. Each pixel is computed alone, so the
/// result is the same for any number of threads.
struct DispatchRun {
  let stages: Stages
  let code: ProgramCode
  let dispatch: Schedule.Dispatch
  /// What the dispatch reads, in order.
  let inputs: [PixelBuffer]
  /// Where the output's region lies.
  let outputRegion: UserRect

  /// Pixels of a band, about: some hundred microseconds of work.
  private static let bandPixels = 1 << 15

  /// Writes the dispatch's region of the output.
  func run(into output: PixelBuffer, threads: Int) throws(RenderError) {
    try each(into: BlockPicture(output), bins: 0, threads: threads) { _, _ in }
  }

  /// Counts; four numbers a bin.
  func counters(bins: Int, threads: Int) throws(RenderError) -> [UInt32] {
    let sum = Mutex([UInt32](repeating: 0, count: 4 * bins))
    try each(into: BlockPicture(), bins: bins, threads: threads) { counters, count in
      sum.withLock { sum in for index in 0..<count { sum[index] &+= counters[index] } }
    }
    return sum.withLock { $0 }
  }

  private func each(
    into output: BlockPicture, bins: Int, threads: Int,
    _ counted: @Sendable (UnsafePointer<UInt32>, Int) -> Void
  ) throws(RenderError) {
    let interpreted = code.interpreted.map { $0.stage(lanes: stages.lanes) }
    let numbers = try code.numbers(dispatch.arguments, interpreted)
    let pictures = inputs.map(BlockPicture.init)
    let (columns, rows) = (Int(dispatch.region.width), Int(dispatch.region.height))
    let firstRow = Int(outputRegion.max.y - dispatch.region.max.y)
    let bandRows = max(1, min(Self.bandPixels / max(1, columns), (rows + threads - 1) / threads))
    let bandCount = (rows + bandRows - 1) / bandRows
    let counterCount = 4 * bins
    let next = Atomic(0)

    numbers.withUnsafeBufferPointer { numbers in
      pictures.withUnsafeBufferPointer { pictures in
        var call = BlockDispatch()
        call.blocks = UnsafePointer(code.blocks.baseAddress)
        call.block_count = Int32(code.blocks.count)
        (call.numbers, call.inputs) = (numbers.baseAddress, pictures.baseAddress)
        (call.left, call.top) = (Float(outputRegion.min.x), Float(outputRegion.max.y))
        call.first_column = Int32(dispatch.region.min.x - outputRegion.min.x)
        (call.column_count, call.output, call.bins) = (Int32(columns), output, Int32(bins))
        let (blocks, shared) = (stages.blocks, Shared(call: call))
        DispatchQueue.concurrentPerform(iterations: min(threads, bandCount)) { _ in
          var call = shared.call
          let byteCount = blocks.memory(&call)
          let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
          defer { memory.deallocate() }
          let counters = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, counterCount))
          counters.initialize(repeating: 0, count: max(1, counterCount))
          defer { counters.deallocate() }
          while true {
            let band = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard band < bandCount else { break }
            let first = firstRow + band * bandRows
            blocks.run(&call, memory, counters, Int32(first), Int32(min(first + bandRows, firstRow + rows)))
          }
          if counterCount > 0 { counted(counters, counterCount) }
        }
      }
    }
    // They lived as long as the threads that were told where they are.
    for stage in interpreted { if let error = stage.error { throw error } }
  }

  /// Pointers that live as long as the threads that follow them.
  private struct Shared: @unchecked Sendable {
    var call: BlockDispatch
  }
}
