import ImageGraph
import ImagePlanning
import ImagePrograms
import Synchronization

/// The steps of programs, each made once.
final class StageProgramCache: Sendable {
  private struct Entry {
    let code: ProgramCode
    /// What it took, until somebody was told.
    var milliseconds: Double?
  }

  private let stages: Stages
  private let fastPaths: FastPaths
  private let curves = CurveTables()
  private let known = Mutex<[Program: Entry]>([:])

  /// A program is some kilobytes; what is not asked for any more goes when there are so many.
  private static let countLimit = 4096

  init(_ stages: Stages, _ fastPaths: FastPaths) { (self.stages, self.fastPaths) = (stages, fastPaths) }

  func code(of program: Program) throws(RenderError) -> ProgramCode {
    if let entry = known.withLock({ $0[program] }) { return entry.code }
    var milliseconds = 0.0
    let code = try timed(&milliseconds) { () throws(RenderError) in
      try ProgramCode(program, stages, curves, fastPaths)
    }
    let entry = Entry(code: code, milliseconds: milliseconds)
    known.withLock { known in
      if known.count >= Self.countLimit { known = [:] }
      known[program] = entry
    }
    return code
  }

  /// Milliseconds that it took to make what the program is run by; nil but for the first run of it.
  func firstRun(of program: Program) -> Double? { known.withLock { $0[program]?.milliseconds.take() } }

  func empty() { known.withLock { $0 = [:] } }
}
