import Foundation

/// A kernel of an app, as KernelBuildTool lists it: one line of words.
package struct KernelForm: Sendable {
  /// The key by which engines find its stage.
  package let name: String
  /// The name of the function in the module, as glslang mangles it.
  package let function: String
  package let colorCount: Int
  package let takesPoint: Bool
  /// Whether it may have endless loops.
  package let countsIterations: Bool
  /// The name in messages.
  package let title: String
  let base64: String

  /// - Parameter line: `name function colours point isOpen module title`.
  package init(_ line: Substring) throws(StageError) {
    let parts = line.split(separator: " ", maxSplits: 6).map(String.init)
    guard parts.count == 7, let colorCount = Int(parts[2]), (0...8).contains(colorCount) else {
      throw StageError("\(line): error: this is not a line of KernelBuildTool")
    }
    (name, function, self.colorCount, base64, title) = (parts[0], parts[1], colorCount, parts[5], parts[6])
    (takesPoint, countsIterations) = (parts[3] == "1", parts[4] == "1")
  }

  package func module() throws(StageError) -> ShaderModule {
    try ShaderModule(CompiledStageModule(name: title, base64: base64).words())
  }
}
