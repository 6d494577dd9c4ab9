import CStages
import CompiledShaders
import Foundation
import ImageGraph
import Synchronization

/// The native stages of kernels that are compiled ahead of time. Sources that KernelPlugin writes link them into the
/// app, and register them before `main`. There is no other way to add stages: kernel libraries are data, and data never
/// becomes native code.
package final class LinkedStages: Sendable {
  package static let shared = LinkedStages()

  private struct State {
    var announced: [CompiledStages] = []
    /// By level: the number of objects that are registered and loaded, and the stages by name.
    var opened: [ProcessorLevel: (count: Int, stages: [String: StageCode])] = [:]
  }

  private let state = Mutex(State())

  /// Registers an object of the program, without loading it.
  package func announce(_ object: CompiledStages) { state.withLock { $0.announced.append(object) } }

  /// Loads the stages of an object in a file, for tests.
  package func add(_ file: URL, for level: ProcessorLevel) throws(RenderError) {
    guard let library = try StageObject.open(file, hasBlocks: false).stages?.pointee else { return }
    let stages = StageCode.all(of: library)
    state.withLock { state in
      Self.open(level, &state)
      state.opened[level]?.stages.merge(stages) { first, _ in first }
    }
  }

  /// Returns the stage of a kernel; nil if there is none.
  ///
  /// - Parameter lanes: the lanes of the stages that it is combined with.
  func stage(named name: String, for level: ProcessorLevel, lanes: Int) -> StageCode? {
    state.withLock { state in
      Self.open(level, &state)
      return state.opened[level]?.stages[name]
    }
  }

  /// Loads the objects that were registered since the last call. Kernels of objects that cannot be loaded are
  /// interpreted.
  private static func open(_ level: ProcessorLevel, _ state: inout State) {
    let previous = state.opened[level] ?? (0, [:])
    var stages = previous.stages
    for object in state.announced[previous.count...] where object.level == level.rawValue {
      guard let library = try? StageObject(object, hasBlocks: false).open().stages?.pointee else { continue }
      stages.merge(StageCode.all(of: library)) { first, _ in first }
    }
    state.opened[level] = (state.announced.count, stages)
  }
}
