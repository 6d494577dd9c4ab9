import CVulkan
import ImageGraph
import ImagePlanning
import Synchronization

/// A physical device, with its logical devices, which contexts share.
///
/// Unchecked: the handle and the facts never change, and a mutex protects the other state.
final class PhysicalDevice: @unchecked Sendable {
  let handle: VkPhysicalDevice
  let instance: VulkanInstance
  let facts: CVKDeviceFacts
  let info: DeviceInfo

  private struct Opened {
    weak var normal: Device?
    weak var lowPriority: Device?
  }
  private let opened = Mutex(Opened())

  /// - Parameter missing: features that are treated as unavailable.
  init(_ handle: VkPhysicalDevice, of instance: VulkanInstance, index: Int, without missing: Set<DeviceFeature>) {
    var facts = CVKDeviceFacts()
    cvk_read_facts(instance.functions.table, handle, &facts)
    for feature in missing { facts[keyPath: feature.fact] = false }
    (self.handle, self.instance, self.facts) = (handle, instance, facts)
    info = DeviceInfo(facts, index: index)
  }

  /// Creates the physical device of an app's device. Only features that are enabled on the app's device are used.
  init(_ handle: VkPhysicalDevice, of instance: VulkanInstance, enabled: CVKEnabled) {
    var (facts, enabled) = (CVKDeviceFacts(), enabled)
    cvk_read_facts(instance.functions.table, handle, &facts)
    cvk_restrict_facts(instance.functions.table, handle, &enabled, &facts)
    (self.handle, self.instance, self.facts) = (handle, instance, facts)
    info = DeviceInfo(facts, index: 0)
  }

  /// Returns the logical device. Creates it unless another context already uses it.
  func open(lowPriority: Bool) throws(RenderError) -> Device {
    try opened.withLock { (opened) throws(RenderError) -> Device in
      if let device = lowPriority ? opened.lowPriority : opened.normal, !device.isLost.load(ordering: .relaxed) {
        return device
      }
      let device = try Device(self, priority: lowPriority ? 0 : 1)
      if lowPriority { opened.lowPriority = device } else { opened.normal = device }
      return device
    }
  }
}

extension DeviceInfo {
  fileprivate init(_ facts: CVKDeviceFacts, index: Int) {
    var facts = facts
    func version(_ packed: UInt32) -> String { "\(packed >> 22 & 0x7f).\(packed >> 12 & 0x3ff).\(packed & 0xfff)" }
    let kind: Kind =
      switch facts.type {
      case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: .discrete
      case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: .integrated
      case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: .virtual
      case VK_PHYSICAL_DEVICE_TYPE_CPU: .cpu
      default: .other
      }
    let problem: String? =
      if facts.apiVersion < 1 << 22 | 2 << 12 {
        "it has Vulkan \(version(facts.apiVersion)), but 1.2 is required"
      } else if !facts.timelineSemaphore {
        "it lacks timeline semaphores"
      } else if facts.queueFamily < 0 {
        "it has no compute queue"
      } else {
        nil
      }
    let driver = [text(&facts.driverName), text(&facts.driverInfo)].filter { !$0.isEmpty }.joined(separator: " ")
    self.init(
      index: index, name: text(&facts.name), kind: kind, driver: driver, apiVersion: version(facts.apiVersion),
      limits: DeviceLimits(
        texelBufferElements: Int(facts.maxTexelBufferElements), storageBufferRange: Int(facts.maxStorageBufferRange),
        uniformBufferRange: Int(facts.maxUniformBufferRange), inputs: Int(facts.maxTexelBuffers),
        groupCountX: Int(facts.maxGroupCountX), groupCountY: Int(facts.maxGroupCountY),
        allocation: Int(clamping: facts.maxAllocation)),
      heaps: (0..<facts.memory.memoryHeapCount).map {
        Heap(
          byteCount: Int(clamping: cvk_heap_bytes(&facts, $0)), isDeviceLocal: cvk_heap_is_device_local(&facts, $0))
      },
      problem: problem)
  }
}

/// Returns the text in a C array of characters.
private func text<Characters>(_ characters: inout Characters) -> String {
  withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
