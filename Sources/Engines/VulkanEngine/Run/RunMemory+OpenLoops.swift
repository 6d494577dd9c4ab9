import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning

/// The detection of endless loops in kernels: dispatches set flags, which the host reads after their completion.
extension RunMemory {
  /// Returns the binding after a dispatch's inputs for the flags; nil if its kernels have no loops that may be endless.
  func openLoops(of dispatch: Int) -> CVKBound? {
    guard let words = openLoopWords, let index = index(of: dispatch) else { return nil }
    let bytes = ScheduleMemory.openLoopBytes
    return CVKBound(words.buffer, offset: index * bytes, byteCount: bytes)
  }

  /// Returns the index of a dispatch among those with flags; nil if it has none.
  private func index(of dispatch: Int) -> Int? {
    let dispatches = run.schedule.dispatches
    guard dispatches[dispatch].program.reportsOpenLoops else { return nil }
    return dispatches[..<dispatch].count { $0.program.reportsOpenLoops }
  }

  /// The flags to read after the dispatches; nil if none of them has flags.
  var openLoopWatch: OpenLoopWatch? {
    guard let words = openLoopWords else { return nil }
    var kernels: [OpenLoopWatch.Kernel] = []
    for (dispatchIndex, dispatch) in run.schedule.dispatches.enumerated() {
      guard let index = index(of: dispatchIndex) else { continue }
      for (word, code) in dispatch.program.functions.prefix(ScheduleMemory.openLoopBytes / 4).enumerated() {
        kernels.append(
          OpenLoopWatch.Kernel(offset: index * ScheduleMemory.openLoopBytes + 4 * word, name: code.name))
      }
    }
    return OpenLoopWatch(words: words, kernels: kernels)
  }
}

/// The flags of kernels with endless loops, and the kernels' names. It has no reference to the run, because contexts
/// may retain it.
struct OpenLoopWatch {
  struct Kernel {
    let offset: Int
    let name: String
  }

  let words: Lease
  let kernels: [Kernel]

  /// The error for the first kernel with an endless loop; nil if there is none.
  var error: RenderError? {
    guard let contents = words.buffer.contents,
      let kernel = kernels.first(where: { contents.load(fromByteOffset: $0.offset, as: UInt32.self) != 0 })
    else { return nil }
    return .limit(
      "iterations of a loop of kernel \(kernel.name)", requested: UInt64(Self.loopIterations + 1),
      allowed: UInt64(Self.loopIterations))
  }

  /// The limit of iterations with which kernels are compiled, and which the interpreter uses.
  private static let loopIterations = 65536
}
