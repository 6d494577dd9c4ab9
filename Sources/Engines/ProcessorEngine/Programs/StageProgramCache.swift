import ImageGraph
import ImagePlanning
import ImagePrograms
import Synchronization

/// A cache of the steps of programs.
final class StageProgramCache: Sendable {
  private struct Entry {
    let code: ProgramCode
    /// The compile time, until it is reported by ``StageProgramCache/firstRun(of:)``.
    var milliseconds: Double?
  }

  private let stages: Stages
  private let fastPaths: FastPaths
  private let transferTables = TransferTableCache()
  private let entries = Mutex<[Program: Entry]>([:])

  /// The number of programs at which the cache is emptied. A program has some kilobytes.
  private static let countLimit = 4096

  init(_ stages: Stages, _ fastPaths: FastPaths) { (self.stages, self.fastPaths) = (stages, fastPaths) }

  func code(of program: Program) throws(RenderError) -> ProgramCode {
    if let entry = entries.withLock({ $0[program] }) { return entry.code }
    var milliseconds = 0.0
    let code = try timed(&milliseconds) { () throws(RenderError) in
      try ProgramCode(program, stages, transferTables, fastPaths)
    }
    let entry = Entry(code: code, milliseconds: milliseconds)
    entries.withLock { entries in
      if entries.count >= Self.countLimit { entries = [:] }
      entries[program] = entry
    }
    return code
  }

  /// Returns the milliseconds that the compilation of the program took; nil after the first call.
  func firstRun(of program: Program) -> Double? { entries.withLock { $0[program]?.milliseconds.take() } }

  func empty() { entries.withLock { $0 = [:] } }
}
