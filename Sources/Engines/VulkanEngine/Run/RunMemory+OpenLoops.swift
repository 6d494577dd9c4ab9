import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning

/// Loops of kernels that did not end: dispatches note them, and the host looks when they are done.
extension RunMemory {
  /// What a dispatch binds behind its inputs; nil where its kernels have no such loop.
  func openLoops(of dispatch: Int) -> CVKBound? {
    guard let words = openLoopWords, let place = place(of: dispatch) else { return nil }
    let bytes = ScheduleMemory.openLoopBytes
    return CVKBound(words.buffer, offset: place * bytes, byteCount: bytes)
  }

  /// Which of the noting dispatches this is.
  private func place(of dispatch: Int) -> Int? {
    let dispatches = run.schedule.dispatches
    guard dispatches[dispatch].program.tellsOpenLoops else { return nil }
    return dispatches[..<dispatch].count { $0.program.tellsOpenLoops }
  }

  /// What is to be looked at when the dispatches are done; nil where none of them has such a loop.
  var openLoopWatch: OpenLoopWatch? {
    guard let words = openLoopWords else { return nil }
    var kernels: [OpenLoopWatch.Kernel] = []
    for (number, dispatch) in run.schedule.dispatches.enumerated() {
      guard let place = place(of: number) else { continue }
      for (word, code) in dispatch.program.functions.prefix(ScheduleMemory.openLoopBytes / 4).enumerated() {
        kernels.append(
          OpenLoopWatch.Kernel(offset: place * ScheduleMemory.openLoopBytes + 4 * word, name: code.name))
      }
    }
    return OpenLoopWatch(words: words, kernels: kernels)
  }
}

/// Where kernels note loops that did not end, and which they are. Holds no run, as contexts may hold it.
struct OpenLoopWatch {
  struct Kernel {
    let offset: Int
    let name: String
  }

  let words: Lease
  let kernels: [Kernel]

  /// The first kernel that did not end.
  var error: RenderError? {
    guard let contents = words.buffer.contents,
      let kernel = kernels.first(where: { contents.load(fromByteOffset: $0.offset, as: UInt32.self) != 0 })
    else { return nil }
    return .limit(
      "rounds of a loop of kernel \(kernel.name)", requested: UInt64(Self.loopRounds + 1),
      allowed: UInt64(Self.loopRounds))
  }

  /// What kernels are compiled with, and the interpreter allows.
  private static let loopRounds = 65536
}
