import CVulkan
import Foundation
import ImageGraph
import Synchronization

/// A logical device with its queue. It is created here, or owned by an app. Commands of all threads go through
/// `submit`.
///
/// Unchecked: handles never change, and Vulkan requires external synchronisation only for the queue, which has a lock.
final class Device: @unchecked Sendable {
  let physical: PhysicalDevice
  let handle: VkDevice
  let functions: VulkanFunctions
  let queue: VkQueue
  /// The lock of the queue, which an app may share.
  let queueLock: QueueLock
  /// Whether the device is owned by an app, so that only the app can recreate it.
  let isAdopted: Bool
  private let timeline: VkSemaphore
  /// The value that the last submission signals. Locked during a submission, so that values are signalled in order.
  private let lastValue = Mutex<UInt64>(0)
  /// Whether the device is lost: `VulkanContext.reopened` recreates it.
  let isLost = Atomic(false)
  private let layouts = Mutex<[[KernelBinding]: KernelLayout]>([:])

  /// Whether the host can map the device's fastest memory, coherent and cached.
  let sharesMemory: Bool

  private let texelFormats: Set<UInt32>

  var info: DeviceInfo { physical.info }

  init(_ physical: PhysicalDevice, priority: Float) throws(RenderError) {
    var facts = physical.facts
    var device: VkDevice?
    let instance = physical.instance.functions
    try check(cvk_create_device(instance.table, physical.handle, &facts, nil, priority, &device))
    handle = device!
    functions = VulkanFunctions(instance, device: handle)
    var queue: VkQueue?
    var timeline: VkSemaphore?
    do throws(RenderError) {
      guard functions.isComplete else { throw .unsupported("the driver of \(physical.info.name) is incomplete") }
      functions.vkGetDeviceQueue(handle, UInt32(facts.queueFamily), 0, &queue)
      try check(cvk_create_timeline(functions.table, handle, &timeline))
    } catch {
      functions.vkDestroyDevice(handle, nil)
      throw error
    }
    (self.physical, self.queue, self.timeline, isAdopted) = (physical, queue!, timeline!, false)
    let lock = NSLock()
    queueLock = QueueLock(lock: { lock.lock() }, unlock: { lock.unlock() })
    texelFormats = Self.texelFormats(of: physical)
    sharesMemory = Self.sharesMemory(physical)
  }

  /// Adopts a device of an app, which is not destroyed with this object.
  ///
  /// - Throws: `unsupported` if the driver lacks functions of Vulkan 1.2; `device`.
  init(
    adopting handle: VkDevice, queue: VkQueue, of physical: PhysicalDevice, queueLock: QueueLock
  ) throws(RenderError) {
    functions = VulkanFunctions(physical.instance.functions, device: handle)
    guard functions.isComplete else { throw .unsupported("the driver of \(physical.info.name) is incomplete") }
    var timeline: VkSemaphore?
    try check(cvk_create_timeline(functions.table, handle, &timeline))
    (self.physical, self.handle, self.queue, self.timeline) = (physical, handle, queue, timeline!)
    (self.queueLock, isAdopted) = (queueLock, true)
    texelFormats = Self.texelFormats(of: physical)
    sharesMemory = Self.sharesMemory(physical)
  }

  private static func sharesMemory(_ physical: PhysicalDevice) -> Bool {
    var facts = physical.facts
    let shared = MemoryFlags.deviceLocal | MemoryFlags.hostVisible | MemoryFlags.coherent | MemoryFlags.cached
    let type = cvk_memory_type(&facts, UInt32.max, shared, 0)
    return type >= 0 && (physical.info.kind == .cpu || physical.info.kind == .integrated)
  }

  private static func texelFormats(of physical: PhysicalDevice) -> Set<UInt32> {
    Set(
      [
        VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R16G16B16A16_UNORM,
        VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R32G32B32A32_UINT,
        VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_R8_UNORM, VK_FORMAT_R16_UNORM, VK_FORMAT_R16_SFLOAT,
        VK_FORMAT_R32_SFLOAT, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16_SFLOAT,
        VK_FORMAT_R32G32_SFLOAT,
      ].filter { format in
        var properties = VkFormatProperties()
        physical.instance.functions.vkGetPhysicalDeviceFormatProperties(physical.handle, format, &properties)
        return properties.bufferFeatures & VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT.rawValue != 0
      }.map(\.rawValue))
  }

  deinit {
    // On an app's device, waits only for submissions of this object.
    if isAdopted {
      if !isLost.load(ordering: .relaxed) {
        _ = cvk_wait(functions.table, handle, timeline, lastValue.withLock { $0 }, UInt64.max)
      }
    } else {
      _ = functions.vkQueueWaitIdle(queue)
    }
    layouts.withLock { $0.removeAll() }
    functions.vkDestroySemaphore(handle, timeline, nil)
    if !isAdopted { functions.vkDestroyDevice(handle, nil) }
  }

  /// Submits `commands` to the queue, after earlier submissions of all threads.
  ///
  /// - Parameters:
  ///   - waits: semaphores that `stages` of the commands wait for, before they use external images.
  ///   - signals: semaphores that are signalled on completion, in addition to the device's own timeline.
  /// - Returns: the value of the timeline that is signalled on completion.
  func submit(
    _ commands: VkCommandBuffer, waits: [QueueSemaphore] = [],
    in stages: VkPipelineStageFlags = VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue, signals: [QueueSemaphore] = []
  ) throws(RenderError) -> UInt64 {
    try lastValue.withLock { (last) throws(RenderError) -> UInt64 in
      try checkNotLost("vkQueueSubmit")
      let waits = waits.map(\.signal)
      let signals = signals.map(\.signal) + [CVKSignal(semaphore: timeline, value: last + 1)]
      let result = withQueue {
        cvk_submit(
          functions.table, queue, commands, stages, waits, UInt32(waits.count), signals, UInt32(signals.count))
      }
      if result.code == VK_ERROR_DEVICE_LOST { isLost.store(true, ordering: .relaxed) }
      try check(result)
      last += 1
      return last
    }
  }

  private func withQueue<T>(_ body: () -> T) -> T {
    queueLock.lock()
    defer { queueLock.unlock() }
    return body()
  }

  /// Returns whether a semaphore has reached its value, or the device is lost.
  func hasReached(_ semaphore: QueueSemaphore) -> Bool {
    if isLost.load(ordering: .relaxed) { return true }
    let code = cvk_wait(functions.table, handle, semaphore.handle, semaphore.value ?? 0, 0).code
    return code == VK_SUCCESS || code == VK_ERROR_DEVICE_LOST
  }

  /// Waits until the timeline reaches a value that `submit` returned. Other threads may submit in the meantime.
  func wait(for value: UInt64) throws(RenderError) {
    var result = cvk_wait(functions.table, handle, timeline, value, UInt64.max)
    if result.code != VK_SUCCESS, result.code != VK_ERROR_DEVICE_LOST {
      // Callers release the resources of the commands afterwards, so this must not return while they may be executing.
      let idle = lastValue.withLock { _ in withQueue { functions.vkQueueWaitIdle(queue) } }
      if idle == VK_SUCCESS { result.code = idle }
    }
    // A device that cannot be waited for is treated as lost.
    if result.code != VK_SUCCESS { isLost.store(true, ordering: .relaxed) }
    try check(result)
    try checkNotLost("vkWaitSemaphores")
  }

  /// Throws if the device is lost, whichever call detected it.
  private func checkNotLost(_ call: StaticString) throws(RenderError) {
    if isLost.load(ordering: .relaxed) { try check(VK_ERROR_DEVICE_LOST, call) }
  }

  /// Returns whether kernels can read texel buffers of this format.
  func readsTexels(_ format: VkFormat) -> Bool { texelFormats.contains(format.rawValue) }

  /// Returns the binding layout of kernels, which is created on first use.
  ///
  /// - Parameter reportsOpenLoops: whether a storage buffer follows the inputs. The limit of inputs reserves a
  ///   descriptor for it.
  func layout(
    _ output: KernelBinding, _ inputs: [KernelBinding], reportsOpenLoops: Bool
  ) throws(RenderError) -> KernelLayout {
    try layouts.withLock { (layouts) throws(RenderError) -> KernelLayout in
      let all = [output] + inputs + (reportsOpenLoops ? [.storageBuffer] : [])
      if let layout = layouts[all] { return layout }
      guard inputs.count <= info.limits.inputs else {
        throw .limit("inputs of one program", requested: UInt64(inputs.count), allowed: UInt64(info.limits.inputs))
      }
      let layout = try KernelLayout(all, on: handle, functions)
      layouts[all] = layout
      return layout
    }
  }
}

/// The descriptor set layout and pipeline layout of kernels. The device owns it.
final class KernelLayout: @unchecked Sendable {
  let set: VkDescriptorSetLayout
  let pipeline: VkPipelineLayout
  private let device: VkDevice
  private let functions: VulkanFunctions

  init(_ bindings: [KernelBinding], on device: VkDevice, _ functions: VulkanFunctions) throws(RenderError) {
    var set: VkDescriptorSetLayout?
    var pipeline: VkPipelineLayout?
    let types = bindings.map(\.type)
    try check(cvk_create_layout(functions.table, device, types, UInt32(types.count), &set, &pipeline))
    (self.set, self.pipeline, self.device, self.functions) = (set!, pipeline!, device, functions)
  }

  deinit {
    functions.vkDestroyPipelineLayout(device, pipeline, nil)
    functions.vkDestroyDescriptorSetLayout(device, set, nil)
  }
}

enum MemoryFlags {
  static let deviceLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue
  static let hostVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
  static let coherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue
  static let cached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue
}
