import KernelLanguage
import SPIRVInstructions

/// Properties of a kernel's code from static analysis.
package struct CodeFacts: Hashable, Sendable {
  /// See `FormulaCode.alphaParameter`.
  package var alphaParameter: Int?
  /// See `FormulaCode.mayNotTerminate`.
  package var mayNotTerminate: Bool
  /// See `FormulaCode.reportsOpenLoops`.
  package var reportsOpenLoops: Bool

  init(alphaParameter: Int?, mayNotTerminate: Bool, reportsOpenLoops: Bool) {
    (self.alphaParameter, self.mayNotTerminate, self.reportsOpenLoops) = (
      alphaParameter, mayNotTerminate, reportsOpenLoops
    )
  }

  /// - Parameters:
  ///   - module: the output of the shader compiler.
  ///   - name: the mangled name of the function.
  init(_ module: RawModule, function name: String) {
    let (functions, names) = (module.functions, module.names)
    let alpha = functions.first { names[$0.id] == name }.flatMap { AlphaAnalysis(of: $0, in: module).parameter }
    self.init(
      alphaParameter: alpha, mayNotTerminate: module.hasLoops || Self.callsGoDeep(functions),
      reportsOpenLoops: names.values.contains(Kernel.unfinishedFunction))
  }

  /// The number of calls from which on a kernel counts as possibly endless.
  private static let calls = 1 << 12

  /// Returns whether a function makes more calls than the limit. Functions may be defined in any order, without
  /// recursion.
  private static func callsGoDeep(_ functions: [RawModule.Function]) -> Bool {
    let byID = Dictionary(functions.map { ($0.id, $0) }) { first, _ in first }
    var cached: [UInt32: Int] = [:]
    func count(_ id: UInt32) -> Int {
      if let count = cached[id] { return count }
      cached[id] = calls
      var sum = 0
      for instruction in byID[id]?.instructions ?? [] where instruction.opcode == .functionCall {
        sum = min(sum + 1 + count(instruction.words[3]), calls)
      }
      cached[id] = sum
      return sum
    }
    return functions.contains { count($0.id) >= calls }
  }
}

extension Kernel {
  /// Returns the properties of the kernel's code.
  ///
  /// - Parameter words: the SPIR-V that the shader compiler returned for the kernel.
  package func facts(_ words: [UInt32]) throws(KernelProblem) -> CodeFacts {
    CodeFacts(try module(words), function: mangledName)
  }

  func module(_ words: [UInt32]) throws(KernelProblem) -> RawModule {
    guard let module = RawModule(words) else {
      throw .refused("internal: the SPIR-V of kernel \(name) cannot be parsed")
    }
    return module
  }
}

extension RawModule {
  var hasLoops: Bool { instructions.contains { $0.opcode == .loopMerge } }

  /// The names of identifiers that have one.
  var names: [UInt32: String] {
    var names: [UInt32: String] = [:]
    for instruction in instructions where instruction.opcode == .name && instruction.words.count > 2 {
      let bytes = instruction.words[2...].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
      }
      names[instruction.words[1]] = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return names
  }
}
