import CVulkan
import Foundation
import ImageGraph
import VulkanEngine

/// A Vulkan device and one of its queues for contexts to render on, the counterpart of a Metal device and its command
/// queue in Core Image. The app creates it, or obtains that of a context with `CIContext.vulkanDevice` for its own
/// Vulkan code.
///
/// The app's objects are never destroyed. The instance and the device must remain valid until this object, its
/// contexts, images and recordings are released. Any number of contexts may share a device and its queue. May be used
/// from any thread.
///
/// Unchecked: handles are constants, and Vulkan requires external synchronisation of the queue only, which has a lock.
public final class CIVulkanDevice: @unchecked Sendable {
  /// The app's instance.
  public let instance: VkInstance
  /// The physical device of the device.
  public let physicalDevice: VkPhysicalDevice
  /// The app's device.
  public let device: VkDevice
  /// The queue that contexts submit to.
  public let queue: VkQueue
  /// The family of the queue, for the command buffers that contexts record into.
  public let queueFamilyIndex: UInt32
  package let adopted: ExternalDevice
  private let queueLock: QueueLock

  /// Extensions that contexts use if they are enabled: host memory is then read without a copy.
  public static let recommendedExtensions: Set<String> = ["VK_EXT_external_memory_host"]

  /// Wraps a device of the app.
  ///
  /// - Parameters:
  ///   - queueFamilyIndex: the family of the queue; it must support compute.
  ///   - apiVersion: the minimum of the instance's version (`VkApplicationInfo.apiVersion`) and the version that may be
  ///     used; at least Vulkan 1.2.
  ///   - enabledExtensions: the enabled device extensions.
  ///   - enabledFeatures: the enabled features; `timelineSemaphore` is required.
  ///   - getInstanceProcAddr: loads Vulkan's functions, for an app with its own loader. Nil: that of libvulkan.
  ///   - lockQueue: together with `unlockQueue` locks the queue, for an app that submits from several threads with a
  ///     lock of its own. Called on any thread, never nested. Nil: this object has a lock, which `withQueue` uses.
  /// - Throws: `unsupported` with everything that is missing; `device` if the driver fails.
  public init(
    instance: VkInstance, physicalDevice: VkPhysicalDevice, device: VkDevice, queue: VkQueue, queueFamilyIndex: UInt32,
    apiVersion: UInt32, enabledExtensions: Set<String>, enabledFeatures: CIVulkanFeatures,
    getInstanceProcAddr: PFN_vkGetInstanceProcAddr? = nil, lockQueue: (@Sendable () -> Void)? = nil,
    unlockQueue: (@Sendable () -> Void)? = nil
  ) throws(RenderError) {
    guard (lockQueue == nil) == (unlockQueue == nil) else {
      throw .invalidArgument("lockQueue and unlockQueue must be both set or both nil")
    }
    let own = NSLock()
    queueLock = QueueLock(lock: lockQueue ?? { own.lock() }, unlock: unlockQueue ?? { own.unlock() })
    (self.instance, self.physicalDevice, self.device) = (instance, physicalDevice, device)
    (self.queue, self.queueFamilyIndex) = (queue, queueFamilyIndex)
    let enabled = CVKEnabled(
      apiVersion: apiVersion, queueFamily: queueFamilyIndex,
      timelineSemaphore: enabledFeatures.contains(.timelineSemaphore),
      shaderInt64: enabledFeatures.contains(.shaderInt64), shaderInt16: enabledFeatures.contains(.shaderInt16),
      shaderFloat64: enabledFeatures.contains(.shaderFloat64), shaderInt8: enabledFeatures.contains(.shaderInt8),
      shaderFloat16: enabledFeatures.contains(.shaderFloat16),
      externalMemoryHost: enabledExtensions.contains("VK_EXT_external_memory_host"))
    adopted = try ExternalDevice(
      ExternalDevice.Handles(
        instance: instance, physicalDevice: physicalDevice, device: device, queue: queue, loader: getInstanceProcAddr),
      enabled: enabled, queueLock: queueLock)
  }

  /// Wraps a device that `cvk_open_device` created with these facts.
  ///
  /// - Throws: `device` if the driver fails.
  package convenience init(
    opened device: VkDevice, queue: VkQueue, of physicalDevice: VkPhysicalDevice, _ facts: CVKDeviceFacts,
    instance: VkInstance, getInstanceProcAddr: PFN_vkGetInstanceProcAddr, lockQueue: @escaping @Sendable () -> Void,
    unlockQueue: @escaping @Sendable () -> Void
  ) throws(RenderError) {
    try self.init(
      instance: instance, physicalDevice: physicalDevice, device: device, queue: queue,
      queueFamilyIndex: UInt32(facts.queueFamily), apiVersion: 1 << 22 | 2 << 12,
      enabledExtensions: facts.externalMemoryHost ? CIVulkanDevice.recommendedExtensions : [],
      enabledFeatures: CIVulkanFeatures(facts), getInstanceProcAddr: getInstanceProcAddr, lockQueue: lockQueue,
      unlockQueue: unlockQueue)
  }

  /// Wraps the device that a context opened.
  init(of context: VulkanContext) {
    adopted = context.sharedDevice
    let handles = adopted.handles
    (instance, physicalDevice, device) = (handles.instance, handles.physicalDevice, handles.device)
    (queue, queueFamilyIndex, queueLock) = (handles.queue, adopted.queueFamily, adopted.queueLock)
  }

  /// Calls `body` with exclusive use of the queue, for an app's own submissions, presents and waits while contexts may
  /// render. Contexts must not be called inside.
  public func withQueue<Result>(_ body: (VkQueue) throws -> Result) rethrows -> Result {
    queueLock.lock()
    defer { queueLock.unlock() }
    return try body(queue)
  }

  /// The physical device's name.
  public var name: String { adopted.name }

  /// Whether the driver reported the loss of the device. Contexts on it fail from then on, and only the app can create
  /// a new device.
  public var isLost: Bool { adopted.isLost }
}
