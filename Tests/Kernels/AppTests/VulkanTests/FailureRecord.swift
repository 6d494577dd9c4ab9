import Foundation

/// The consequence of a failed Vulkan call: a line of JSON in the file CI_FAILURES, which `scripts/hostile failures`
/// evaluates.
struct FailureRecord: Encodable {
  let entry, way, fault: String
  /// 0: the image was correct nevertheless; 1: a typed error.
  var status = 0
  var message = ""
  var seconds = 0.0
  var problems: [String] = []

  init(entry: String, way: String, fault: String) { (self.entry, self.way, self.fault) = (entry, way, fault) }

  func keep() throws {
    guard let path = ProcessInfo.processInfo.environment["CI_FAILURES"], let file = FileHandle(forWritingAtPath: path)
    else { return }
    try file.seekToEnd()
    try file.write(contentsOf: JSONEncoder().encode(self) + Data("\n".utf8))
    try file.close()
  }
}
