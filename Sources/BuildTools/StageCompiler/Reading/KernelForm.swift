import Foundation

/// A kernel of an app in one of its forms, as KernelBuildTool lists them: a line of words for each.
package struct KernelForm: Sendable {
  /// What engines find its stage by.
  package let name: String
  /// The function of the module, as glslang calls it.
  package let function: String
  package let colorCount: Int
  package let takesPoint: Bool
  /// True where it may have loops without an end.
  package let countsRounds: Bool
  /// What messages call it.
  package let title: String
  let base64: String

  /// - Parameter line: `name function colours point rounds module title`.
  package init(_ line: Substring) throws(StageError) {
    let parts = line.split(separator: " ", maxSplits: 6).map(String.init)
    guard parts.count == 7, let colorCount = Int(parts[2]), (0...8).contains(colorCount) else {
      throw StageError("\(line): error: this is no line of KernelBuildTool")
    }
    (name, function, self.colorCount, base64, title) = (parts[0], parts[1], colorCount, parts[5], parts[6])
    (takesPoint, countsRounds) = (parts[3] == "1", parts[4] == "1")
  }

  package func module() throws(StageError) -> ShaderModule {
    try ShaderModule(CompiledStageModule(name: title, base64: base64).words())
  }
}
