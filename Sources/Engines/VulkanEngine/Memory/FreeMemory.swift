import CVulkan
import ImagePlanning

extension PhysicalDevice {
  /// The default memory target, in bytes: three quarters of the free device memory that the driver reports
  /// (VK_EXT_memory_budget), or of all device memory if it reports none. On devices that run on the CPU, heap sizes are
  /// meaningless, so it is half of the available system memory, which other processes share.
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
  /// Configures the allocator to return large blocks to the system as soon as they are freed, for example buffers of
  /// devices that run on the CPU. This affects the whole process, so programs call it, not the library.
  package static func returnsLargeBlocks() { cvk_return_large_memory() }
}
