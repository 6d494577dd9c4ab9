import CVulkan
import ImageGraph

/// A device that an app and contexts share, with its queue. If the app created it, `init` verifies its requirements,
/// and none of the app's objects is destroyed. Otherwise a context created it.
///
/// The app's instance and device must outlive this object, every context on it and every recording.
package final class ExternalDevice: Sendable {
  /// The app's Vulkan handles.
  ///
  /// Unchecked: handles never change.
  package struct Handles: @unchecked Sendable {
    package var instance: VkInstance
    package var physicalDevice: VkPhysicalDevice
    package var device: VkDevice
    package var queue: VkQueue
    /// The loader of Vulkan functions; nil: that of libvulkan.
    package var loader: PFN_vkGetInstanceProcAddr?

    package init(
      instance: VkInstance, physicalDevice: VkPhysicalDevice, device: VkDevice, queue: VkQueue,
      loader: PFN_vkGetInstanceProcAddr?
    ) {
      (self.instance, self.physicalDevice, self.device) = (instance, physicalDevice, device)
      (self.queue, self.loader) = (queue, loader)
    }
  }

  let device: Device

  /// - Parameter enabled: the enabled features of the device, and the family of the queue. Features that the physical
  ///   device lacks are ignored.
  /// - Throws: `unsupported`, with everything that is missing; `device`.
  package init(_ handles: Handles, enabled: CVKEnabled, queueLock: QueueLock) throws(RenderError) {
    let instance = try VulkanInstance(adopting: handles.instance, handles.loader)
    let physical = PhysicalDevice(handles.physicalDevice, of: instance, enabled: enabled)
    let facts = physical.facts
    var missing: [String] = []
    if facts.apiVersion < 1 << 22 | 2 << 12 { missing.append("Vulkan 1.2 (it has \(physical.info.apiVersion))") }
    if !facts.timelineSemaphore { missing.append("the feature timelineSemaphore") }
    if facts.queueFamily < 0 { missing.append("a compute queue (family \(enabled.queueFamily) is none)") }
    guard missing.isEmpty else {
      throw .unsupported("the app's device \(physical.info.name) lacks " + missing.joined(separator: ", "))
    }
    device = try Device(adopting: handles.device, queue: handles.queue, of: physical, queueLock: queueLock)
  }

  /// Creates an object for a device of a context, which an app also uses.
  init(_ device: Device) { self.device = device }

  /// The Vulkan handles of the device.
  package var handles: Handles {
    Handles(
      instance: device.physical.instance.handle, physicalDevice: device.physical.handle, device: device.handle,
      queue: device.queue, loader: nil)
  }

  /// The family of the queue.
  package var queueFamily: UInt32 { UInt32(device.physical.facts.queueFamily) }

  package var queueLock: QueueLock { device.queueLock }

  package var name: String { device.info.name }

  /// Whether a call reported the device as lost.
  package var isLost: Bool { device.isLost.load(ordering: .relaxed) }
}
