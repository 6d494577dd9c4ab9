import Foundation

/// The cache files of drivers.
package enum DriverFiles {
  /// The size of Mesa's index of kernels and some kernels, in bytes.
  private static let leastBytes: UInt64 = 4 << 20

  /// Disables Mesa's shader cache if the disk is full. Mesa maps a sparse file; if a page of it cannot be allocated,
  /// the process ends with SIGBUS.
  ///
  /// Sets an environment variable of the process. So programs call it, not the library, before they create threads.
  package static func disableCacheOnFullDisks() {
    if !hasDiskSpace(ProcessInfo.processInfo.environment) { setenv("MESA_SHADER_CACHE_DISABLE", "true", 0) }
  }

  /// Returns whether the disk of Mesa's cache folder has enough space. If the folder does not exist, checks the nearest
  /// existing parent.
  package static func hasDiskSpace(_ environment: [String: String]) -> Bool {
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
