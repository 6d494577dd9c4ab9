import Foundation

/// Files that drivers keep for themselves.
package enum DriverFiles {
  /// What Mesa's index of kernels takes, and some kernels.
  private static let leastBytes: UInt64 = 4 << 20

  /// Has Mesa keep no kernels where the disk has no room for them: it maps a file with holes, and where a hole finds no
  /// place on the disk the process ends with SIGBUS.
  ///
  /// Sets a variable of the process, so for programs to decide, not for the library, and before there are threads.
  package static func spareFullDisks() {
    if !hasRoom(ProcessInfo.processInfo.environment) { setenv("MESA_SHADER_CACHE_DISABLE", "true", 0) }
  }

  /// False where Mesa's folder, or what its folder would be made in, is on a disk that is full.
  package static func hasRoom(_ environment: [String: String]) -> Bool {
    let home = environment["HOME"].map { $0 + "/.cache" }
    guard let path = environment["MESA_SHADER_CACHE_DIR"] ?? environment["XDG_CACHE_HOME"] ?? home, !path.isEmpty else {
      return true
    }
    var folder = URL(fileURLWithPath: path)
    var facts = statvfs()
    while statvfs(folder.path, &facts) != 0 {
      guard folder.path != "/" else { return true }
      folder.deleteLastPathComponent()
    }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize) >= leastBytes
  }
}
