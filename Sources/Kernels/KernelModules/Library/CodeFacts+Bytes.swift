import Foundation

/// The encoding in a library: the alpha parameter counted from 1, or 0 for none; then the flags.
extension CodeFacts {
  func append(to data: inout Data) {
    data.append(numbers: alphaParameter.map { $0 + 1 } ?? 0)
    for flag in [mayNotTerminate, reportsOpenLoops] { data.append(numbers: flag ? 1 : 0) }
  }

  /// Returns nil if the bytes are not valid for a kernel with this number of parameters.
  init?(_ reader: inout ByteReader, parameterCount: Int) {
    guard let alpha = reader.number(), alpha <= parameterCount, let mayNotTerminate = reader.flag(),
      let reportsOpenLoops = reader.flag()
    else { return nil }
    self.init(
      alphaParameter: alpha == 0 ? nil : alpha - 1, mayNotTerminate: mayNotTerminate, reportsOpenLoops: reportsOpenLoops
    )
  }
}
