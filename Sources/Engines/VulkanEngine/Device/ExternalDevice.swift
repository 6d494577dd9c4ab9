import CVulkan
import ImageGraph

/// A device that an app and contexts share, with the queue of it that they use: the app made it, and everything is
/// checked when this is made, and nothing of the app's is destroyed; or a context opened it.
///
/// The app's instance and device have to stay until this, every context on it and every recording are gone.
package final class ExternalDevice: Sendable {
  /// What an app has, as it made it.
  ///
  /// Unchecked: handles never change.
  package struct Handles: @unchecked Sendable {
    package var instance: VkInstance
    package var physicalDevice: VkPhysicalDevice
    package var device: VkDevice
    package var queue: VkQueue
    /// Finds Vulkan's functions; nil: libvulkan's.
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

  /// - Parameter enabled: what is on in the device, and the family of the queue. What the physical device has not, is
  ///   not on.
  /// - Throws: `unsupported` that names everything that is missing; `device`.
  package init(_ handles: Handles, enabled: CVKEnabled, queueLock: QueueLock) throws(RenderError) {
    let instance = try VulkanInstance(adopting: handles.instance, handles.loader)
    let physical = PhysicalDevice(handles.physicalDevice, of: instance, enabled: enabled)
    let facts = physical.facts
    var missing: [String] = []
    if facts.apiVersion < 1 << 22 | 2 << 12 { missing.append("Vulkan 1.2 (it has \(physical.info.apiVersion))") }
    if !facts.timelineSemaphore { missing.append("the feature timelineSemaphore") }
    if facts.queueFamily < 0 { missing.append("a queue that computes (family \(enabled.queueFamily) does not)") }
    guard missing.isEmpty else {
      throw .unsupported("the app's device \(physical.info.name) lacks " + missing.joined(separator: ", "))
    }
    device = try Device(adopting: handles.device, queue: handles.queue, of: physical, queueLock: queueLock)
  }

  /// A device that was opened here, for an app that wants to work on it, too.
  init(_ device: Device) { self.device = device }

  /// What the app has of the device, in its own terms.
  package var handles: Handles {
    Handles(
      instance: device.physical.instance.handle, physicalDevice: device.physical.handle, device: device.handle,
      queue: device.queue, loader: nil)
  }

  /// The family of the queue.
  package var queueFamily: UInt32 { UInt32(device.physical.facts.queueFamily) }

  package var queueLock: QueueLock { device.queueLock }

  package var name: String { device.info.name }

  /// True once a call said that the device is lost.
  package var isLost: Bool { device.isLost.load(ordering: .relaxed) }
}
