import Foundation

/// What is told to people, and which checks run. Each context has its own, read from the environment when it is made;
/// what has no context speaks through `process`:
///
/// | variable | effect |
/// | --- | --- |
/// | `CI_PRINT_TREE="GRAPHS OUTPUT OPTIONS"` | prints or draws recipe, optimised recipe and schedule; see `TreeRequest` |
/// | `CI_LOG_FILE=oslog\|PATH` | where all text goes instead of standard output and standard error: the system log, or a file |
/// | `CI_BACKEND=processor\|vulkan\|reference` | forces a backend |
/// | `CI_VALIDATE=1` | verifier after each pass, Vulkan validation layer |
/// | `CI_FAST_PATHS=none\|-NAME,…` | turns fast paths off, all or by name; see `FastPath` |
/// | `CI_TIME=1` | milliseconds per render (decoding, compiling, uploading, device, downloading) and per dispatch |
/// | `CI_TEST_BACKEND=processor\|vulkan\|reference` | the only engine that the tests run on, beside the reference |
/// | `CI_GOLDEN=never\|missing\|failed\|all` | which goldens the tests may write; `never` on CI |
package struct RenderLog: Sendable {
  package var tree: TreeRequest?
  package var verifies = false
  package var times = false
  /// The fast paths that renders may take.
  package var fastPaths = FastPaths.all
  private let write: @Sendable (String) -> Void
  private let writeTree: @Sendable (String) -> Void

  /// The log of what has no context: read from the environment once.
  package static let process = RenderLog(environment: ProcessInfo.processInfo.environment)

  /// A log that prints nothing and checks nothing.
  package static let silent = RenderLog { _ in }

  /// - Parameter write: takes every text, without the end of its last line.
  package init(write: @escaping @Sendable (String) -> Void) { (self.write, writeTree) = (write, write) }

  /// The log that the environment asks for: graphs on standard output, all else on standard error.
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

  /// The same without graphs.
  package var withoutTree: RenderLog {
    var log = self
    log.tree = nil
    return log
  }

  package func line(_ text: @autoclosure () -> String) { write(text()) }

  /// One line for the developer, where Core Image would return nil and say nothing.
  package func note(_ text: String) { write("CoreImage: \(quoted(text, most: 600))") }

  /// A graph, or where one lies.
  package func treeLine(_ text: @autoclosure () -> String) { writeTree(text()) }

  /// Notes what a pass did.
  package func record(stage: String, changed: Bool, _ dump: () -> String) {
    guard tree?.printsPasses == true else { return }
    writeTree(changed ? "after \(stage)\n\(dump())" : "after \(stage): nothing changed")
  }
}
