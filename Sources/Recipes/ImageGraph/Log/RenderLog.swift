import Foundation

/// The log of a context, and the checks that it runs. Each context reads the environment when it is created. Code
/// without a context uses `process`:
///
/// | variable | effect |
/// | --- | --- |
/// | `CI_PRINT_TREE="GRAPHS OUTPUT OPTIONS"` | prints or draws recipe, optimised recipe and schedule; see `TreeRequest` |
/// | `CI_LOG_FILE=oslog\|PATH` | writes all text to the system log or to a file instead of standard output and standard error |
/// | `CI_BACKEND=processor\|vulkan\|reference` | forces a backend |
/// | `CI_VALIDATE=1` | verifier after each pass, Vulkan validation layer |
/// | `CI_FAST_PATHS=none\|-NAME,…` | disables fast paths, all or by name; see `FastPath` |
/// | `CI_TIME=1` | milliseconds per render (decoding, compiling, uploading, device, downloading) and per dispatch |
/// | `CI_TEST_BACKEND=processor\|vulkan\|reference` | the only engine that the tests run on, in addition to the reference |
/// | `CI_GOLDEN=never\|missing\|failed\|all` | which goldens the tests may write; `never` on CI |
package struct RenderLog: Sendable {
  package var tree: TreeRequest?
  package var verifies = false
  package var times = false
  /// The fast paths that renders may take.
  package var fastPaths = FastPaths.all
  private let write: @Sendable (String) -> Void
  private let writeTree: @Sendable (String) -> Void

  /// The log of code without a context. It reads the environment once.
  package static let process = RenderLog(environment: ProcessInfo.processInfo.environment)

  /// A log that prints nothing and checks nothing.
  package static let silent = RenderLog { _ in }

  /// Creates a log.
  ///
  /// - Parameter write: receives every text, without a line break at its end.
  package init(write: @escaping @Sendable (String) -> Void) { (self.write, writeTree) = (write, write) }

  /// Creates the log that the environment specifies: graphs on standard output, everything else on standard error.
  package init(environment: [String: String]) {
    let file = environment["CI_LOG_FILE"].flatMap { $0.isEmpty ? nil : LogFile($0) }
    write = { text in file?.write(text) ?? FileHandle.standardError.write(Data((text + "\n").utf8)) }
    writeTree = { text in file?.write(text) ?? FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
    verifies = environment["CI_VALIDATE"] == "1"
    times = environment["CI_TIME"] == "1"
    do throws(RenderError) {
      fastPaths = try FastPaths(environment["CI_FAST_PATHS"] ?? "")
    } catch {
      FileHandle.standardError.write(Data("CoreImage: \(error)\n".utf8))
    }
    do throws(TreeRequest.Failure) {
      tree = try environment["CI_PRINT_TREE"].flatMap { (text) throws(TreeRequest.Failure) in try TreeRequest(text) }
    } catch {
      FileHandle.standardError.write(Data("CoreImage: \(error)\n".utf8))
    }
  }

  /// A copy of the log without graphs.
  package var withoutTree: RenderLog {
    var log = self
    log.tree = nil
    return log
  }

  package func line(_ text: @autoclosure () -> String) { write(text()) }

  /// Writes a message for the developer, where Core Image would return nil without a message.
  package func note(_ text: String) { write("CoreImage: \(quoted(text, most: 600))") }

  /// Writes a graph, or the path of its file.
  package func treeLine(_ text: @autoclosure () -> String) { writeTree(text()) }

  /// Writes the recipe after a pass.
  package func record(stage: String, changed: Bool, _ dump: () -> String) {
    guard tree?.printsPasses == true else { return }
    writeTree(changed ? "after \(stage)\n\(dump())" : "after \(stage): nothing changed")
  }
}
