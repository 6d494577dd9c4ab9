import CVulkan
import Foundation
import ImageGraph
import VulkanEngine

/// A Vulkan device that the app made, and one queue of it, for contexts to render on: Core Image's counterpart is a
/// Metal device and its command queue. Also the device that a context opened, for an app's code that works on it:
/// `CIContext.vulkanDevice`.
///
/// Nothing of the app's is ever destroyed. The instance and the device have to stay until this, the contexts on it, its
/// images and recordings are gone. Any number of contexts share a device and its queue. May be used from any thread.
///
/// Unchecked: handles never change, and Vulkan wants the queue locked only, which has its lock.
public final class CIVulkanDevice: @unchecked Sendable {
  /// The app's instance.
  public let instance: VkInstance
  /// The physical device under the device.
  public let physicalDevice: VkPhysicalDevice
  /// The app's device.
  public let device: VkDevice
  /// The queue that contexts submit to.
  public let queue: VkQueue
  /// The family of the queue, in which command buffers have to be made that contexts record into.
  public let queueFamilyIndex: UInt32
  package let adopted: ExternalDevice
  private let queueLock: QueueLock

  /// Extensions that contexts use where they are on: host memory is read without a copy then.
  public static let recommendedExtensions: Set<String> = ["VK_EXT_external_memory_host"]

  /// Takes a device over as the app made it.
  ///
  /// - Parameters:
  ///   - queueFamilyIndex: the queue's family, which has to compute.
  ///   - apiVersion: the lower one of the instance's (`VkApplicationInfo.apiVersion`) and the version that the app
  ///     wants to be used; at least Vulkan 1.2.
  ///   - enabledExtensions: device extensions that are on.
  ///   - enabledFeatures: features that are on; `timelineSemaphore` has to be among them.
  ///   - getInstanceProcAddr: finds Vulkan's functions for an app that has a loader of its own; nil: libvulkan's.
  ///   - lockQueue: with `unlockQueue` keeps others off the queue, for an app that submits from several threads and has
  ///     a lock already. Called on any thread, never one inside the other. Nil: a lock of this object's, which
  ///     `withQueue` takes.
  /// - Throws: `unsupported` that names everything that is missing; `device` when the driver refuses.
  public init(
    instance: VkInstance, physicalDevice: VkPhysicalDevice, device: VkDevice, queue: VkQueue, queueFamilyIndex: UInt32,
    apiVersion: UInt32, enabledExtensions: Set<String>, enabledFeatures: CIVulkanFeatures,
    getInstanceProcAddr: PFN_vkGetInstanceProcAddr? = nil, lockQueue: (@Sendable () -> Void)? = nil,
    unlockQueue: (@Sendable () -> Void)? = nil
  ) throws(RenderError) {
    guard (lockQueue == nil) == (unlockQueue == nil) else {
      throw .invalidArgument("a queue that is locked has to be unlocked: give lockQueue and unlockQueue, or neither")
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

  /// A device that `cvk_open_device` made with what these facts allow.
  ///
  /// - Throws: `device` when the driver refuses.
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

  /// The device that a context opened.
  init(of context: VulkanContext) {
    adopted = context.sharedDevice
    let handles = adopted.handles
    (instance, physicalDevice, device) = (handles.instance, handles.physicalDevice, handles.device)
    (queue, queueFamilyIndex, queueLock) = (handles.queue, adopted.queueFamily, adopted.queueLock)
  }

  /// Calls `body` while nobody else uses the queue: for an app's own submissions, presents and waits where contexts may
  /// render at the same time. Contexts must not be called inside.
  public func withQueue<Result>(_ body: (VkQueue) throws -> Result) rethrows -> Result {
    queueLock.lock()
    defer { queueLock.unlock() }
    return try body(queue)
  }

  /// The physical device's name.
  public var name: String { adopted.name }

  /// True once the driver said that the device is lost. Contexts on it fail from then on, and only the app can make
  /// another.
  public var isLost: Bool { adopted.isLost }
}
