import Foundation

/// The system's memory, as reported by Linux.
package enum HostMemory {
  /// The bytes that can be allocated without swapping: the minimum of the system's and the container's. Nil if the
  /// system does not report them.
  package static var available: Int? {
    func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
    let system = text("/proc/meminfo").flatMap(available(inMemoryInfo:))
    let container = text("/sys/fs/cgroup/memory.max").flatMap { limit in
      text("/sys/fs/cgroup/memory.current").flatMap { free(ofLimit: limit, used: $0) }
    }
    return [system, container].compactMap { $0 }.min()
  }

  /// Parses `MemAvailable` of /proc/meminfo, see proc(5).
  package static func available(inMemoryInfo text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// Returns the free bytes of a control group. `memory.max` is a number or `max`.
  package static func free(ofLimit limit: String, used: String) -> Int? {
    let (limit, used) = (
      limit.trimmingCharacters(in: .whitespacesAndNewlines), used.trimmingCharacters(in: .whitespacesAndNewlines)
    )
    guard let limit = Int(limit), let used = Int(used) else { return nil }
    return max(0, limit - used)
  }
}
