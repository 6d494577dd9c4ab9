extension KernelForm {
  /// Returns the C of the kernel's stage in all forms, for tests.
  package func cText() throws(StageError) -> String { try stages().map(\.text).joined() }

  /// Returns the kernel's stage in all forms.
  func stages() throws(StageError) -> [StageText] {
    let module = try module()
    return try StageGroup.stages(of: StageSignature(self, of: module), in: module)
  }
}

extension StageGroup {
  /// Creates the group of a kernel of an app: a C file of its own. A kernel that cannot be a stage is interpreted.
  package init(_ kernel: KernelForm) {
    // Variants of a kernel may have the same function name.
    let text = kernel.function.prefix { $0 != "(" } + "_" + kernel.name.drop { $0 != "." }.dropFirst()
    name = String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    key = "\(kernel.name) \(kernel.colorCount) \(kernel.takesPoint) \(kernel.countsIterations) \(kernel.base64)\n"
    stages = { () throws(StageError) in
      do throws(StageError) { return [try kernel.stages()] } catch {
        report("warning: kernel \(kernel.title) has no native stage, so the processor interprets it: \(error)")
        return []
      }
    }
  }
}
