import Foundation
import KernelLanguage

extension KernelLibrary {
  /// Returns the library file of all kernels of these sources.
  ///
  /// - Parameter compile: the shader compiler; nil is an error.
  /// - Throws: `text` with the errors of the first source that has any; `refused` if two kernels have the same name.
  package static func file(
    of texts: [KernelText], by compile: ShaderCompile?
  ) throws(KernelProblem) -> Data {
    var names: [String] = []
    var (heads, records) = (Data(), Data())
    for text in texts {
      let kernels = try text.translated(PrintOptions()).kernels
      for kernel in kernels {
        guard !names.contains(kernel.name) else {
          throw .refused("\(text.file):\(kernel.line): error: duplicate kernel name \(kernel.name) in a library")
        }
        names.append(kernel.name)
        let record = try record(of: kernel, text, by: compile)
        heads.append(text: kernel.name)
        heads.append(numbers: record.count)
        heads += sha256(record)
        records += record
      }
    }
    var head = mark
    head.append(numbers: names.count)
    head += heads
    return head + sha256(head) + records
  }

  private static func record(
    of kernel: Kernel, _ text: KernelText, by compile: ShaderCompile?
  ) throws(KernelProblem) -> Data {
    let module = try kernel.module(text.words(of: kernel, by: compile))
    var record = kernel.bytes
    CodeFacts(module, function: kernel.mangledName).append(to: &record)
    record.append(block: Data(words: module.forwarded().reduced(to: kernel.mangledName).words))
    return record
  }
}
