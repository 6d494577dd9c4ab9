import ImageGraph
import ImagePasses
import Synchronization

/// The steps of programs, each made once.
final class ProgramCache: Sendable {
  private let stages: Stages
  private let known = Mutex<[Program: ProgramCode]>([:])

  /// A program is some kilobytes; what is not asked for any more goes when there are so many.
  private static let countLimit = 4096

  init(_ stages: Stages) { self.stages = stages }

  func code(of program: Program) throws(RenderError) -> (code: ProgramCode, isNew: Bool) {
    if let code = known.withLock({ $0[program] }) { return (code, false) }
    let code = try ProgramCode(program, stages)
    known.withLock { known in
      if known.count >= Self.countLimit { known = [:] }
      known[program] = code
    }
    return (code, true)
  }

  func empty() { known.withLock { $0 = [:] } }
}
