import CompiledShaders
import ProcessorEngine

/// A registry of the native code of precompiled kernels. For the code that the plugin KernelPlugin writes into the
/// targets that use it only.
public enum _KernelStages {
  /// Registers a shared object of native stages, which is loaded when a kernel of it is rendered on the processor for
  /// the first time. Thread-safe.
  ///
  /// - Parameters:
  ///   - level: the instruction set level.
  ///   - base64: the object.
  public static func announce(level: StaticString, base64: StaticString) {
    LinkedStages.shared.announce(CompiledStages(level: "\(level)", base64: base64))
  }
}
