import ImageGraph
import ImageSPIRV
import KernelLanguage

extension Kernel {
  /// What runs its code on the processor.
  ///
  /// - Parameter words: of its module.
  /// - Throws: where these are no module of the kernel, or have what is not interpreted.
  func interpreter(of words: [UInt32]) throws(RenderError) -> KernelInterpreter {
    let library = try ShaderLibrary([(name: name, words: words)])
    let interpreter = try KernelInterpreter(library, function: mangledName, name: name)
    guard interpreter.parameterCounts == slots.map(\.kind.count), interpreter.resultCount == resultCount else {
      throw .invalidArgument("kernel \(name): the module has a function of another kind")
    }
    return interpreter
  }

  /// How many numbers its function gives: a point's or a colour's.
  var resultCount: Int { form == .warp ? 2 : 4 }
}
