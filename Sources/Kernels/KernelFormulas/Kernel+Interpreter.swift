import ImageGraph
import ImageSPIRV
import KernelLanguage

extension Kernel {
  /// Returns an interpreter of the kernel's code on the CPU.
  ///
  /// - Parameter words: the SPIR-V module of the kernel.
  /// - Throws: `RenderError` if the words are not a module of the kernel, or have unsupported instructions.
  func interpreter(of words: [UInt32]) throws(RenderError) -> KernelInterpreter {
    let library = try ShaderLibrary([(name: name, words: words)])
    let interpreter = try KernelInterpreter(library, function: mangledName, name: name)
    guard interpreter.parameterCounts == slots.map(\.kind.count), interpreter.resultCount == resultCount else {
      throw .invalidArgument("kernel \(name): the function of the module has other parameters or another result")
    }
    return interpreter
  }

  /// The number of components of the result: a point or a colour.
  var resultCount: Int { form == .warp ? 2 : 4 }
}
