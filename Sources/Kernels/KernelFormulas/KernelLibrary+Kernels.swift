import Foundation
import KernelModules

extension KernelLibrary {
  /// The library of these bytes, opened once where it is the one that was asked for last.
  ///
  /// - Throws: see `KernelLibrary.init`.
  package static func opened(_ data: Data) throws(KernelProblem) -> KernelLibrary {
    try KernelMemory.shared.library(data)
  }

  /// The kernel of a name; nil where there is none.
  ///
  /// - Throws: `refused` for a record that is damaged.
  package func kernel(named name: String) throws(KernelProblem) -> AppKernel? {
    guard let bytes = bytes(of: name) else { return nil }
    if let known = KernelMemory.shared.kernels(of: .record(bytes))?.first { return known }
    guard let record = try record(of: name) else { return nil }
    let compiled = CompiledKernel(record)
    return KernelMemory.shared.keep([AppKernel(compiled)], of: .record(bytes))[0]
  }
}
