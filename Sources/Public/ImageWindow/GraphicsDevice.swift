import CVulkan
import CWindow
import CoreImage
import Foundation
import Synchronization

/// The Vulkan device of a window, and the instance that it is of. They are destroyed with the last context on them: the
/// lock of the queue, which a context keeps, keeps this.
///
/// Unchecked: handles never change once it is made, and the queue has its lock.
final class GraphicsDevice: @unchecked Sendable {
  /// The device for C.
  let handles: UnsafeMutablePointer<CWDevice>
  private let messages = Messages()
  private let queueLock = NSLock()

  /// What the validation layer said.
  private final class Messages: Sendable {
    let all = Mutex<[String]>([])
  }

  /// Makes the device that shows images in the surface of a window.
  ///
  /// - Parameters:
  ///   - loader: finds Vulkan's functions; nil: that of SDL.
  ///   - surface: made here, and destroyed by whoever has it.
  /// - Throws: `CIWindowError.unavailable` where no device does; `RenderError.device`.
  @MainActor init(
    for window: NativeWindow, takesSoftware: Bool, validates: Bool, loader: PFN_vkGetInstanceProcAddr?,
    surface: inout VkSurfaceKHR?
  ) throws {
    guard let loader = loader ?? cw_vulkan_loader(window.handle) else {
      throw CIWindowError.unavailable("Vulkan's loader is not there: install libvulkan1")
    }
    var extensions = [UnsafePointer<CChar>?](repeating: nil, count: 12)
    var count = UInt32(extensions.count)
    guard cw_instance_extensions(window.handle, &extensions, &count) else {
      throw CIWindowError.unavailable("the Vulkan that is installed shows nothing in windows of this display")
    }
    handles = .allocate(capacity: 1)
    handles.initialize(to: CWDevice())
    let user = validates ? Unmanaged.passUnretained(messages).toOpaque() : nil
    try check(cw_make_instance(handles, loader, extensions, count, validates ? note : nil, user))
    var reason = [CChar](repeating: 0, count: CW_REASON_BYTES)
    guard let made = cw_make_surface(window.handle, instance, &reason) else {
      throw CIWindowError.unavailable(text(reason))
    }
    surface = made
    do {
      guard cw_choose_device(handles, made, takesSoftware) else {
        throw CIWindowError.unavailable(
          "no Vulkan 1.2 device shows images on this display; render on the processor: CI_BACKEND=processor")
      }
      try check(cw_make_device(handles))
    } catch {
      destroy([], made)
      surface = nil
      throw error
    }
  }

  deinit {
    cw_destroy_device(handles)
    handles.deallocate()
  }

  var instance: VkInstance { handles.pointee.instance }

  /// The device as contexts take it over.
  ///
  /// - Throws: `unsupported`, `device`.
  func shared() throws(RenderError) -> CIVulkanDevice {
    let device = handles.pointee
    return try CIVulkanDevice(
      opened: device.device, queue: device.queue, of: device.physicalDevice, device.facts, instance: device.instance,
      getInstanceProcAddr: device.functions.vkGetInstanceProcAddr, lockQueue: { self.queueLock.lock() },
      unlockQueue: { self.queueLock.unlock() })
  }

  /// - Throws: `device`.
  func makeSemaphore() throws(RenderError) -> VkSemaphore {
    var semaphore: VkSemaphore?
    try check(cw_make_semaphore(handles, &semaphore))
    return semaphore!
  }

  /// A semaphore with values, from 0 on.
  ///
  /// - Throws: `device`.
  func makeTimeline() throws(RenderError) -> VkSemaphore {
    var timeline: VkSemaphore?
    try check(cvk_create_timeline(&handles.pointee.functions, handles.pointee.device, &timeline))
    return timeline!
  }

  func wait(for timeline: VkSemaphore, toReach value: UInt64, _ nanoseconds: UInt64) -> CVKResult {
    cvk_wait(&handles.pointee.functions, handles.pointee.device, timeline, value, nanoseconds)
  }

  /// Destroys what nothing uses any more.
  func destroy(_ semaphores: [VkSemaphore], _ surface: VkSurfaceKHR?) {
    let device = handles.pointee
    for semaphore in semaphores { device.functions.vkDestroySemaphore(device.device, semaphore, nil) }
    if let surface { device.more.vkDestroySurfaceKHR(device.instance, surface, nil) }
  }

  /// Waits until the queue has done everything, with its lock taken. What fails there shows in the next call.
  func waitIdle() { _ = handles.pointee.functions.vkQueueWaitIdle(handles.pointee.queue) }

  /// The value that a timeline has; the highest where the device is lost.
  func reached(_ timeline: VkSemaphore) -> UInt64 {
    var value = UInt64.max
    _ = handles.pointee.more.vkGetSemaphoreCounterValue(handles.pointee.device, timeline, &value)
    return value
  }

  var validationMessages: [String] { messages.all.withLock { $0 } }

  private let note: PFN_vkDebugUtilsMessengerCallbackEXT = { _, _, data, user in
    if let user, let text = data?.pointee.pMessage {
      let messages = Unmanaged<Messages>.fromOpaque(user).takeUnretainedValue()
      messages.all.withLock { $0.append(String(cString: text)) }
    }
    return 0
  }
}
