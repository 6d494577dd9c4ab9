import Foundation
import Testing
import VulkanEngine

/// Where drivers may keep files.
@Suite struct DriverFilesTests {
  /// /proc has no room for anybody's files.
  @Test(arguments: [
    (["XDG_CACHE_HOME": "/proc"], false), (["XDG_CACHE_HOME": "/proc/no/such/folder"], false),
    (["HOME": "/proc"], false), (["HOME": "/proc", "XDG_CACHE_HOME": NSTemporaryDirectory()], true),
    (["HOME": NSTemporaryDirectory()], true), (["HOME": ""], true), ([:], true),
    (["XDG_CACHE_HOME": "/" + String(repeating: "a", count: 5000)], true),
  ])
  func aFullDiskHasNoRoom(environment: [String: String], hasRoom: Bool) {
    #expect(DriverFiles.hasRoom(environment) == hasRoom)
  }
}
