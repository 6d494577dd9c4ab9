import Foundation
import ImageGraph
import KernelLanguage
import KernelModules

/// An error of creating or applying a kernel.
public enum CIKernelError: Error, Sendable, Equatable {
  /// A text has errors: each message has line, column, the line itself, and the valid alternatives.
  case text([CIKernelMessage])
  /// This build compiles no texts: the package's trait `RuntimeKernels` is off.
  case noCompiler
  /// There is no kernel of that name; `known` are the existing ones.
  case noKernel(named: String, known: [String])
  /// The kernel is of another class than the requested one.
  case wrongClass(kernel: String, found: String, wanted: String)
  /// The number of arguments is wrong; `parameters` are those of the kernel, as written in its text.
  case argumentCount(kernel: String, parameters: [String], given: Int)
  /// An argument does not match its parameter; `wanted` describes valid arguments.
  case argument(kernel: String, parameter: String, wanted: String, given: String)
  /// The request is not supported.
  case refused(String)

  init(_ problem: KernelProblem) {
    self =
      switch problem {
      case .text(let diagnostics): .text(diagnostics.map(CIKernelMessage.init))
      case .noCompiler: .noCompiler
      case .refused(let text): .refused(text)
      }
  }
}

/// A message about a kernel's text.
public struct CIKernelMessage: Sendable, Equatable {
  /// False for a warning.
  public let isError: Bool
  /// The message.
  public let text: String
  /// The name of the text.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column, counted from 1.
  public let column: Int
  /// The message in the form of compilers: `file:line:column: error: text`, the line of the text, and a caret below the
  /// column.
  public let editorText: String
  /// The message in the form of Core Image's log: `line:column: ERROR: text`.
  let logText: String

  init(_ diagnostic: Diagnostic) {
    (isError, text, file) = (diagnostic.severity == .error, diagnostic.message, diagnostic.file)
    (line, column) = (diagnostic.line, diagnostic.column)
    (editorText, logText) = (diagnostic.editorText, diagnostic.logText)
  }
}

extension CIKernelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .text(let messages): messages.map(\.editorText).joined(separator: "\n")
    case .noCompiler: KernelProblem.noCompiler.description
    case .noKernel(let name, let known):
      known.isEmpty
        ? "there is no kernel \(quoted(name))"
        : "there is no kernel \(quoted(name)); there are \(known.joined(separator: ", "))"
    case .wrongClass(let kernel, let found, let wanted): "kernel \(kernel) is a \(found), not a \(wanted)"
    case .argumentCount(let kernel, let parameters, let given):
      "argument count mismatch for kernel '\(kernel)', expected \(parameters.count) but saw \(given). It takes "
        + (parameters.isEmpty ? "nothing" : parameters.joined(separator: ", "))
    case .argument(let kernel, let parameter, let wanted, let given):
      "kernel '\(kernel)': '\(parameter)' takes \(wanted), not \(quoted(given, most: 120))"
    case .refused(let text): text
    }
  }
}

extension CIKernelError: LocalizedError {
  /// `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension CIKernelError {
  /// Logs the error, for functions that return nil as in Core Image.
  func note(by what: String) {
    guard case .text(let messages) = self else { return RenderLog.process.note("\(what): \(self)") }
    for message in messages { RenderLog.process.line("[CIKernelPool] \(message.logText)") }
    let count = messages.count(where: \.isError)
    RenderLog.process.line("[CIKernelPool] \(count) error\(count == 1 ? "" : "s") generated.")
  }
}
