import CVulkan
import ImageGraph
import Synchronization

/// An opened device with its one queue. Commands of all threads go through `submit`.
///
/// Unchecked: handles never change, and Vulkan asks for outside locking of the queue only, which has its mutex.
final class Device: @unchecked Sendable {
  let physical: PhysicalDevice
  let handle: VkDevice
  private let queue: VkQueue
  private let timeline: VkSemaphore
  /// The value that the last submission signals. Held while submitting, so that values are signalled in order.
  private let lastValue = Mutex<UInt64>(0)
  /// True once the driver gave the device up: `VulkanContext.reopened` opens it anew.
  let isLost = Atomic(false)
  private let layouts = Mutex<[[Bool]: KernelLayout]>([:])

  /// True when the host reads and writes the device's fastest memory as its own.
  let sharesMemory: Bool

  private let texelFormats: Set<UInt32>

  var info: DeviceInfo { physical.info }

  init(_ physical: PhysicalDevice, priority: Float) throws(RenderError) {
    var facts = physical.facts
    var device: VkDevice?
    try check(cvk_create_device(physical.handle, &facts, priority, &device), "vkCreateDevice")
    handle = device!
    var queue: VkQueue?
    vkGetDeviceQueue(handle, UInt32(facts.queueFamily), 0, &queue)
    var timeline: VkSemaphore?
    let result = cvk_create_timeline(handle, &timeline)
    if result != VK_SUCCESS { vkDestroyDevice(handle, nil) }
    try check(result, "vkCreateSemaphore")
    (self.physical, self.queue, self.timeline) = (physical, queue!, timeline!)
    let shared = MemoryFlags.deviceLocal | MemoryFlags.hostVisible | MemoryFlags.coherent | MemoryFlags.cached
    let type = cvk_memory_type(&facts, UInt32.max, shared, 0)
    texelFormats = Set(
      [
        VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R16G16B16A16_UNORM,
        VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R32G32B32A32_UINT,
      ].filter { format in
        var properties = VkFormatProperties()
        vkGetPhysicalDeviceFormatProperties(physical.handle, format, &properties)
        return properties.bufferFeatures & VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT.rawValue != 0
      }.map(\.rawValue))
    sharesMemory = type >= 0 && (physical.info.kind == .cpu || physical.info.kind == .integrated)
  }

  deinit {
    _ = vkDeviceWaitIdle(handle)
    layouts.withLock { $0.removeAll() }
    vkDestroySemaphore(handle, timeline, nil)
    vkDestroyDevice(handle, nil)
  }

  /// Hands `commands` to the queue, behind those of all threads before.
  ///
  /// - Returns: the timeline's value when they are done.
  func submit(_ commands: VkCommandBuffer) throws(RenderError) -> UInt64 {
    try lastValue.withLock { (last) throws(RenderError) -> UInt64 in
      try checkPresence("vkQueueSubmit")
      let result = cvk_submit(queue, commands, timeline, last + 1)
      if result == VK_ERROR_DEVICE_LOST { isLost.store(true, ordering: .relaxed) }
      try check(result, "vkQueueSubmit")
      last += 1
      return last
    }
  }

  /// Waits until the timeline has reached a value that `submit` returned. Other threads submit meanwhile.
  func wait(for value: UInt64) throws(RenderError) {
    let result = cvk_wait(handle, timeline, value, UInt64.max)
    if result == VK_ERROR_DEVICE_LOST { isLost.store(true, ordering: .relaxed) }
    try check(result, "vkWaitSemaphores")
    try checkPresence("vkWaitSemaphores")
  }

  /// A device that is lost does nothing more, whichever call found out.
  private func checkPresence(_ call: StaticString) throws(RenderError) {
    if isLost.load(ordering: .relaxed) { try check(VK_ERROR_DEVICE_LOST, call) }
  }

  /// True when kernels can read texel buffers of this format.
  func readsTexels(_ format: VkFormat) -> Bool { texelFormats.contains(format.rawValue) }

  /// The binding layout of kernels, made on first use.
  ///
  /// - Parameter areStorage: for each input, whether it is a storage buffer or a texel buffer.
  func layout(_ areStorage: [Bool]) throws(RenderError) -> KernelLayout {
    try layouts.withLock { (layouts) throws(RenderError) -> KernelLayout in
      if let layout = layouts[areStorage] { return layout }
      guard areStorage.count <= info.limits.inputs else {
        throw .limit("inputs of one program", asked: UInt64(areStorage.count), allowed: UInt64(info.limits.inputs))
      }
      let layout = try KernelLayout(areStorage, on: handle)
      layouts[areStorage] = layout
      return layout
    }
  }
}

/// How the buffers of a kernel are bound. Never outlives its device, which holds it.
final class KernelLayout: @unchecked Sendable {
  let set: VkDescriptorSetLayout
  let pipeline: VkPipelineLayout
  private let device: VkDevice

  init(_ areStorage: [Bool], on device: VkDevice) throws(RenderError) {
    var set: VkDescriptorSetLayout?
    var pipeline: VkPipelineLayout?
    try check(cvk_create_layout(device, areStorage, UInt32(areStorage.count), &set, &pipeline), "vkCreatePipelineLayout")
    (self.set, self.pipeline, self.device) = (set!, pipeline!, device)
  }

  deinit {
    vkDestroyPipelineLayout(device, pipeline, nil)
    vkDestroyDescriptorSetLayout(device, set, nil)
  }
}

enum MemoryFlags {
  static let deviceLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue
  static let hostVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
  static let coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
  static let cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue
}
