import Foundation

/// As a library has them: the alpha's parameter counted from 1, where 0 is none, then flags.
extension CodeFacts {
  func append(to data: inout Data) {
    data.append(numbers: alphaParameter.map { $0 + 1 } ?? 0)
    for flag in [mayNotEnd, tellsOpenLoops] { data.append(numbers: flag ? 1 : 0) }
  }

  /// Nil for what is none of a kernel with so many parameters.
  init?(_ reader: inout ByteReader, parameterCount: Int) {
    guard let alpha = reader.number(), alpha <= parameterCount, let mayNotEnd = reader.flag(),
      let tellsOpenLoops = reader.flag()
    else { return nil }
    self.init(alphaParameter: alpha == 0 ? nil : alpha - 1, mayNotEnd: mayNotEnd, tellsOpenLoops: tellsOpenLoops)
  }
}
