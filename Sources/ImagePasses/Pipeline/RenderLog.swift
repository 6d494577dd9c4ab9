import Foundation

/// What a context tells people about its renders, and which checks it runs. Read once from the environment:
///
/// | variable | effect |
/// | --- | --- |
/// | `CI_PRINT_TREE=1\|2\|4\|7` | dumps recipe, optimised recipe, schedule with programs, all; a stage that changed nothing prints one line |
/// | `CI_BACKEND=reference\|vulkan` | forces a backend |
/// | `CI_VALIDATE=1` | verifier after each pass, Vulkan validation layer |
/// | `CI_TIME=1` | milliseconds per render (decoding, compiling, uploading, device, downloading) and per dispatch |
/// | `CI_GOLDEN=never\|missing\|failed\|all` | which goldens the tests may write; `never` on CI |
package struct RenderLog: Sendable {
  package var printsRecipe = false
  package var printsOptimized = false
  package var printsSchedule = false
  package var verifies = false
  package var times = false
  private let write: @Sendable (String) -> Void

  /// A log that prints nothing and checks nothing.
  package static let silent = RenderLog { _ in }

  package init(write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// The log that the environment asks for, on standard error.
  package init(environment: [String: String]) {
    self.init { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    let stages = environment["CI_PRINT_TREE"].flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
    printsRecipe = stages & 1 != 0
    printsOptimized = stages & 2 != 0
    printsSchedule = stages & 4 != 0
    verifies = environment["CI_VALIDATE"] == "1"
    times = environment["CI_TIME"] == "1"
  }

  package func line(_ text: @autoclosure () -> String) { write(text()) }

  /// Notes what a pass did.
  func record(stage: String, changed: Bool, _ dump: () -> String) {
    guard printsOptimized else { return }
    write(changed ? "after \(stage)\n\(dump())" : "after \(stage): nothing changed")
  }
}
