import ImageGraph
import ImageSPIRV
import KernelModules
import Synchronization

/// The interpreter of a kernel that was compiled ahead of time, created on first use.
final class LazyInterpreter: Sendable {
  private let record: KernelLibrary.Record
  private let result = Mutex<Result<KernelInterpreter, RenderError>?>(nil)

  init(of record: KernelLibrary.Record) { self.record = record }

  /// Returns the interpreter.
  ///
  /// - Throws: `RenderError` if the words are not a module of the kernel, or have unsupported instructions.
  func get() throws(RenderError) -> KernelInterpreter {
    try result.withLock { result in
      if let result { return result }
      let created = Result { () throws(RenderError) in try record.kernel.interpreter(of: record.words) }
      result = created
      return created
    }.get()
  }
}
