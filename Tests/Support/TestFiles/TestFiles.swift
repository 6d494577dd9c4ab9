import Foundation

/// The folder whose `Tests`, `Shaders` and `Sources` the tests read: the checkout that built them, or the folder that
/// `CI_TEST_ROOT` names on a machine without a checkout (`scripts/bundle`).
package let repository: URL = {
  if let root = ProcessInfo.processInfo.environment["CI_TEST_ROOT"], !root.isEmpty {
    return URL(fileURLWithPath: root, isDirectory: true)
  }
  // Tests/Support/TestFiles/TestFiles.swift.
  return URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}()

/// Returns the location of a file or a folder of `Tests`.
///
/// - Parameter path: relative to `Tests`, such as `Public/CoreImageTests/Resources/corner.png`.
package func testFile(_ path: String) -> URL { repository.appendingPathComponent("Tests/\(path)") }
