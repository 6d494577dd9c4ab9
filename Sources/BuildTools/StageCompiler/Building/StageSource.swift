import Foundation

/// The input of the stage compiler.
enum StageSource: String {
  /// The package's own formulas.
  case shaders
  /// Kernels of an app.
  case kernels

  func groups(_ listed: String) throws(StageError) -> [StageGroup] {
    switch self {
    case .shaders: return StageGroup.all(CompiledStageModule.all(in: listed))
    case .kernels:
      var groups: [StageGroup] = []
      for line in listed.split(separator: "\n") { groups.append(StageGroup(try KernelForm(line))) }
      return groups
    }
  }

  /// The C in the object in addition to stages.
  var base: String { self == .shaders ? StageGroup.blocks : StageGroup.memory }

  /// Returns the Swift file. Base64 in static strings compiles faster than lists of numbers.
  func swift(of libraries: [StageLevel: Data]) -> String {
    switch self {
    case .shaders:
      """
      // Written by StageCompiler when the package is built.

      extension CompiledStages {
        /// The stages for processors of this architecture, in ascending order of level.
        package static let all: [CompiledStages] = {
          var all: [CompiledStages] = []
      \(entries(libraries) { "all.append(CompiledStages(level: \($0), base64: \($1)))" })    return all
        }()
      }

      """
    case .kernels:
      """
      // Written by KernelPlugin when the target is built: its kernels as native code, for the processor engine.
      import CoreImage

      #if compiler(>=6.3)
        /// Registers the stages before the program starts; see docs/kernels.md of CoreImage.
        @used @section(".init_array")
        private let announcement: @convention(c) @Sendable () -> Void = {
      \(entries(libraries) { "_KernelStages.announce(level: \($0), base64: \($1))" })  }
      #endif

      """
    }
  }

  private func entries(
    _ libraries: [StageLevel: Data], _ statement: (_ level: String, _ base64: String) -> String
  ) -> String {
    StageLevel.allCases.compactMap { level in
      libraries[level].map {
        """
            #if arch(\(level.architecture))
              \(statement("\"\(level.rawValue)\"", "\"\($0.base64EncodedString())\""))
            #endif

        """
      }
    }.joined()
  }
}
