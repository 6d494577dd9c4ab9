import CVulkan
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

extension HostMemory {
  /// Lets large memory go back to the system as soon as it is freed, such as buffers of devices that run on the CPU.
  /// For the whole process, so for programs to decide, not for the library.
  package static func returnsLargePieces() { cvk_return_large_memory() }
}
