import CVulkan
import Foundation
import ImagePlanning

extension PhysicalDevice {
  /// Bytes that renders may plan for where nobody says: three quarters of what the device has free, as the driver sees
  /// it (VK_EXT_memory_budget), or of its memory where the driver does not say. On devices that run on the CPU, whose
  /// heaps are numbers without meaning, half of what the system says is available: others live there, too.
  var defaultMemoryTarget: Int {
    if info.kind == .cpu, let available = HostMemory.available { return MemoryBudget.ofAvailableHostMemory(available) }
    var facts = facts
    let heaps = info.heaps.indices.filter { info.heaps[$0].byteCount == info.memoryByteCount }
    let table = instance.functions.table
    let free = heaps.map { Int(clamping: cvk_free_heap_bytes(table, handle, &facts, UInt32($0))) }.max() ?? 0
    return MemoryBudget.ofFreeDeviceMemory(free > 0 ? free : info.memoryByteCount)
  }
}

/// The system's memory, as Linux tells it.
package enum HostMemory {
  /// Lets large memory go back to the system as soon as it is freed, such as buffers of devices that run on the CPU.
  /// For the whole process, so for programs to decide, not for the library.
  package static func returnsLargePieces() { cvk_return_large_memory() }

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
