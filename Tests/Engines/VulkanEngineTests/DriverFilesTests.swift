import Foundation
import Testing
import VulkanEngine

/// The check for disk space of the driver's cache.
@Suite struct DriverFilesTests {
  /// /proc has no space for files.
  @Test(arguments: [
    (["XDG_CACHE_HOME": "/proc"], false), (["XDG_CACHE_HOME": "/proc/no/such/folder"], false),
    (["HOME": "/proc"], false), (["HOME": "/proc", "XDG_CACHE_HOME": NSTemporaryDirectory()], true),
    (["HOME": NSTemporaryDirectory()], true), (["HOME": ""], true), ([:], true),
    (["XDG_CACHE_HOME": "/" + String(repeating: "a", count: 5000)], true),
  ])
  func aFullDiskHasNoSpace(environment: [String: String], hasDiskSpace: Bool) {
    #expect(DriverFiles.hasDiskSpace(environment) == hasDiskSpace)
  }
}
