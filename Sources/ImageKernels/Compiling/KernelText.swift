import KernelLanguage
import Synchronization

/// A text with kernels.
package struct KernelText: Hashable, Sendable {
  package var bytes: [UInt8]
  package var language: Language
  /// Names it in messages.
  package var file: String

  package init(_ bytes: [UInt8], _ language: Language, file: String = "kernel") {
    (self.bytes, self.language, self.file) = (bytes, language, file)
  }

  package init(_ text: String, _ language: Language, file: String = "kernel") {
    self.init(Array(text.utf8), language, file: file)
  }

  /// The kernels of the text, in its order. The same text twice is compiled once.
  ///
  /// - Throws: `text` where it has errors, `noCompiler`, `refused`.
  package func kernels() throws(KernelProblem) -> [AppKernel] {
    if let known = KernelMemory.shared.kernels(of: self) { return known }
    let output = try translated(PrintOptions())
    var kernels: [AppKernel] = []
    for (index, kernel) in output.kernels.enumerated() {
      kernels.append(
        AppKernel(try compiled(kernel), of: self, index: index, warnings: index == 0 ? output.warnings : []))
    }
    return KernelMemory.shared.keep(kernels, of: self)
  }

  func compiled(_ index: Int, _ options: PrintOptions) throws(KernelProblem) -> CompiledKernel {
    try compiled(translated(options).kernels[index])
  }

  private func translated(_ options: PrintOptions) throws(KernelProblem) -> KernelCompiler.Output {
    do throws(KernelTextError) {
      return try KernelCompiler(language, file: file, options: options).compile(bytes)
    } catch { throw .text(error.diagnostics) }
  }

  private func compiled(_ kernel: Kernel) throws(KernelProblem) -> CompiledKernel {
    try CompiledKernel(kernel, words: ShaderText.words(of: kernel, file: file))
  }
}

/// What texts became: a memory of what depends on nothing but its text, so nobody can tell whether it is there but by
/// the time. Without it each filter that makes its kernel anew would compile it, and every program with it.
private final class KernelMemory: Sendable {
  static let shared = KernelMemory()

  private struct State {
    var kernels: [KernelText: (kernels: [AppKernel], lastUse: Int)] = [:]
    var clock = 0
  }

  private let state = Mutex(State())
  private static let capacity = 128

  func kernels(of text: KernelText) -> [AppKernel]? {
    state.withLock { state in
      state.clock += 1
      state.kernels[text]?.lastUse = state.clock
      return state.kernels[text]?.kernels
    }
  }

  /// What another thread kept in the meantime, else these.
  func keep(_ kernels: [AppKernel], of text: KernelText) -> [AppKernel] {
    state.withLock { state in
      if let known = state.kernels[text] { return known.kernels }
      if state.kernels.count >= Self.capacity,
        let oldest = state.kernels.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.kernels[oldest.key] = nil
      }
      state.kernels[text] = (kernels, state.clock)
      return kernels
    }
  }
}
