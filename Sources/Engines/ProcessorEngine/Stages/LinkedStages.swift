import CStages
import CompiledShaders
import Foundation
import ImageGraph
import Synchronization

/// The native stages of kernels that were compiled ahead: linked into the app by what KernelPlugin writes into its
/// targets, and announced before the app starts. Nothing else adds to them: libraries of kernels are data, and no data
/// becomes native code.
package final class LinkedStages: Sendable {
  package static let shared = LinkedStages()

  private struct State {
    var announced: [CompiledStages] = []
    /// By level, then by name: of so many that were announced.
    var opened: [ProcessorLevel: (count: Int, stages: [String: StageCode])] = [:]
  }

  private let state = Mutex(State())

  /// Notes an object of the program. Opens nothing.
  package func announce(_ object: CompiledStages) { state.withLock { $0.announced.append(object) } }

  /// Adds the stages of an object in a file, for tests.
  package func add(_ file: URL, for level: ProcessorLevel) throws(RenderError) {
    guard let library = try StageObject.open(file, hasBlocks: false).stages?.pointee else { return }
    let stages = StageCode.all(of: library)
    state.withLock { state in
      Self.open(level, &state)
      state.opened[level]?.stages.merge(stages) { first, _ in first }
    }
  }

  /// - Parameter lanes: of the stages that it runs beside.
  func stage(named name: String, for level: ProcessorLevel, lanes: Int) -> StageCode? {
    state.withLock { state in
      Self.open(level, &state)
      return state.opened[level]?.stages[name]
    }
  }

  /// Opens what was announced since the last time. What cannot be opened is interpreted.
  private static func open(_ level: ProcessorLevel, _ state: inout State) {
    let known = state.opened[level] ?? (0, [:])
    var stages = known.stages
    for object in state.announced[known.count...] where object.level == level.rawValue {
      guard let library = try? StageObject(object, hasBlocks: false).open().stages?.pointee else { continue }
      stages.merge(StageCode.all(of: library)) { first, _ in first }
    }
    state.opened[level] = (state.announced.count, stages)
  }
}
