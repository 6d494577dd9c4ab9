import CompiledShaders
import ProcessorEngine

/// Takes the native code of kernels that were compiled ahead. Only for what the plugin KernelPlugin writes into the
/// targets that use it.
public enum _KernelStages {
  /// Notes a shared object of native stages, which is opened when a kernel of it is rendered on the processor for the
  /// first time. Thread-safe.
  ///
  /// - Parameters:
  ///   - level: of processors.
  ///   - base64: the object.
  public static func announce(level: StaticString, base64: StaticString) {
    LinkedStages.shared.announce(CompiledStages(level: "\(level)", base64: base64))
  }
}
