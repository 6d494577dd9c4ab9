import Foundation

/// The folder whose `Tests`, `Shaders` and `Sources` tests read: the checkout that they were built in, or what
/// `CI_TEST_ROOT` names, where they run on a machine without it (`scripts/bundle`).
package let repository: URL = {
  if let root = ProcessInfo.processInfo.environment["CI_TEST_ROOT"], !root.isEmpty {
    return URL(fileURLWithPath: root, isDirectory: true)
  }
  return URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}()

/// A file or a folder of `Tests`.
///
/// - Parameter path: from `Tests` on, such as `CoreImageTests/Resources/corner.png`.
package func testFile(_ path: String) -> URL { repository.appendingPathComponent("Tests/\(path)") }
