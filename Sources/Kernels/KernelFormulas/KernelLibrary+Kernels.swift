import Foundation
import KernelModules

extension KernelLibrary {
  /// Returns the library of these bytes. The library that was opened last is cached.
  ///
  /// - Throws: see `KernelLibrary.init`.
  package static func opened(_ data: Data) throws(KernelProblem) -> KernelLibrary {
    try KernelCache.shared.library(data)
  }

  /// Returns the kernel of a name; nil if there is none.
  ///
  /// - Throws: `refused` if the record is damaged.
  package func kernel(named name: String) throws(KernelProblem) -> AppKernel? {
    guard let bytes = bytes(of: name) else { return nil }
    if let cached = KernelCache.shared.kernels(of: .record(bytes))?.first { return cached }
    guard let record = try record(of: name) else { return nil }
    let compiled = CompiledKernel(record)
    return KernelCache.shared.insert([AppKernel(compiled)], of: .record(bytes))[0]
  }
}
