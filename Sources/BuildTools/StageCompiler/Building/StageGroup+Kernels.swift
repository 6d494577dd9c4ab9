extension KernelForm {
  /// The C of its stage in all forms, for tests.
  package func cText() throws(StageError) -> String { try stages().map(\.text).joined() }

  /// Its stage in all forms.
  func stages() throws(StageError) -> [StageText] {
    let module = try module()
    return try StageGroup.stages(of: StageSignature(self, of: module), in: module)
  }
}

extension StageGroup {
  /// Kernels of an app, each a C file of its own. What cannot be a stage is left to the interpreter.
  package init(_ kernel: KernelForm) {
    // Forms of a kernel may be the same function.
    let text = kernel.function.prefix { $0 != "(" } + "_" + kernel.name.drop { $0 != "." }.dropFirst()
    name = String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    key = "\(kernel.name) \(kernel.colorCount) \(kernel.takesPoint) \(kernel.countsRounds) \(kernel.base64)\n"
    stages = { () throws(StageError) in
      do throws(StageError) { return [try kernel.stages()] } catch {
        report("warning: kernel \(kernel.title) has no native stage, so the processor interprets it: \(error)")
        return []
      }
    }
  }
}
