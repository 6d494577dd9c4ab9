import Foundation

/// The system's memory, as Linux tells it.
package enum HostMemory {
  /// Bytes that can be taken without others being pushed out: the system's, or the container's if that has less. Nil
  /// where the system does not say.
  package static var available: Int? {
    func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
    let system = text("/proc/meminfo").flatMap(available(inMemoryInfo:))
    let container = text("/sys/fs/cgroup/memory.max").flatMap { most in
      text("/sys/fs/cgroup/memory.current").flatMap { free(ofLimit: most, used: $0) }
    }
    return [system, container].compactMap { $0 }.min()
  }

  /// `MemAvailable` of /proc/meminfo, proc(5).
  package static func available(inMemoryInfo text: String) -> Int? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  /// What a control group leaves: `memory.max` is a number or `max`.
  package static func free(ofLimit most: String, used: String) -> Int? {
    let (most, used) = (
      most.trimmingCharacters(in: .whitespacesAndNewlines), used.trimmingCharacters(in: .whitespacesAndNewlines)
    )
    guard let most = Int(most), let used = Int(used) else { return nil }
    return max(0, most - used)
  }
}
