import ImageGraph
import ImageSPIRV
import KernelModules
import Synchronization

/// What interprets a kernel that was compiled ahead, made when it is first asked for.
final class LazyInterpreter: Sendable {
  private let record: KernelLibrary.Record
  private let made = Mutex<Result<KernelInterpreter, RenderError>?>(nil)

  init(of record: KernelLibrary.Record) { self.record = record }

  /// - Throws: where the record's words are no module of its kernel, or have what is not interpreted.
  func get() throws(RenderError) -> KernelInterpreter {
    try made.withLock { made in
      if let made { return made }
      let result = Result { () throws(RenderError) in try record.kernel.interpreter(of: record.words) }
      made = result
      return result
    }.get()
  }
}
