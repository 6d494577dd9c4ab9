import Foundation
import KernelLanguage

extension KernelLibrary {
  /// The file of these texts' kernels.
  ///
  /// - Parameter compile: nil where nothing compiles, which is an error.
  /// - Throws: `text` with what is wrong, of the first text that is; `refused` where two kernels have one name.
  package static func file(
    of texts: [KernelText], by compile: ShaderCompile?
  ) throws(KernelProblem) -> Data {
    var names: [String] = []
    var (heads, records) = (Data(), Data())
    for text in texts {
      let kernels = try text.translated(PrintOptions()).kernels
      for kernel in kernels {
        guard !names.contains(kernel.name) else {
          throw .refused("\(text.file):\(kernel.line): error: there are two kernels \(kernel.name) in one library")
        }
        names.append(kernel.name)
        let record = try record(of: kernel, text, by: compile)
        heads += Data(block: Data(kernel.name.utf8)) + Data(number: record.count) + sha256(record)
        records += record
      }
    }
    let head = mark + Data(number: names.count) + heads
    return head + sha256(head) + records
  }

  private static func record(
    of kernel: Kernel, _ text: KernelText, by compile: ShaderCompile?
  ) throws(KernelProblem) -> Data {
    var described = kernel
    described.glsl = ""
    guard let description = try? JSONEncoder().encode(described) else {
      throw .refused("internal: kernel \(kernel.name) cannot be described")
    }
    let words = try text.words(of: kernel, by: compile)
    var record = Data(block: description)
    record.append(block: Data(kernel.mangledName.utf8))
    record.append(block: Data(words: words))
    return record
  }
}
