import CVulkan
import CWindow
import CoreImage
import Foundation
import Synchronization

/// The Vulkan device of a window, with its instance. Both are destroyed with the last context on them: a context
/// retains the queue's lock, whose closures retain this object.
///
/// Unchecked: the handles are constant after initialization, and the queue has its lock.
final class GraphicsDevice: @unchecked Sendable {
  /// The handles for C.
  let handles: UnsafeMutablePointer<CWDevice>
  private let messages = Messages()
  private let queueLock = NSLock()

  /// The messages of the validation layer.
  private final class Messages: Sendable {
    let all = Mutex<[String]>([])
  }

  /// Creates the device that presents to the surface of a window.
  ///
  /// - Parameters:
  ///   - loader: vkGetInstanceProcAddr; nil uses the one that SDL loaded.
  ///   - surface: receives the created surface, which the caller destroys.
  /// - Throws: `CIWindowError.unavailable` if no device presents to the window; `RenderError.device`.
  @MainActor init(
    for window: NativeWindow, allowsSoftware: Bool, validates: Bool, loader: PFN_vkGetInstanceProcAddr?,
    surface: inout VkSurfaceKHR?
  ) throws {
    guard let loader = loader ?? cw_vulkan_loader(window.handle) else {
      throw CIWindowError.unavailable("the Vulkan loader is missing: install libvulkan1")
    }
    var extensions = [UnsafePointer<CChar>?](repeating: nil, count: 12)
    var count = UInt32(extensions.count)
    guard cw_instance_extensions(window.handle, &extensions, &count) else {
      throw CIWindowError.unavailable("the installed Vulkan loader does not support surfaces of this display")
    }
    handles = .allocate(capacity: 1)
    handles.initialize(to: CWDevice())
    let user = validates ? Unmanaged.passUnretained(messages).toOpaque() : nil
    try check(cw_make_instance(handles, loader, extensions, count, validates ? appendMessage : nil, user))
    var reason = [CChar](repeating: 0, count: CW_REASON_BYTES)
    guard let created = cw_make_surface(window.handle, instance, &reason) else {
      throw CIWindowError.unavailable(text(reason))
    }
    surface = created
    do {
      guard cw_choose_device(handles, created, allowsSoftware) else {
        throw CIWindowError.unavailable(
          "no Vulkan 1.2 device presents to this display; render on the processor: CI_BACKEND=processor")
      }
      try check(cw_make_device(handles))
    } catch {
      destroy([], created)
      surface = nil
      throw error
    }
  }

  deinit {
    cw_destroy_device(handles)
    handles.deallocate()
  }

  var instance: VkInstance { handles.pointee.instance }

  /// Returns the device as an external device for contexts.
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

  /// Returns a new timeline semaphore with the value 0.
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

  /// Destroys semaphores and a surface that are no longer in use.
  func destroy(_ semaphores: [VkSemaphore], _ surface: VkSurfaceKHR?) {
    let device = handles.pointee
    for semaphore in semaphores { device.functions.vkDestroySemaphore(device.device, semaphore, nil) }
    if let surface { device.windowFunctions.vkDestroySurfaceKHR(device.instance, surface, nil) }
  }

  /// Waits until the queue is idle. The caller holds the queue's lock. A failure is reported by the next call.
  func waitIdle() { _ = handles.pointee.functions.vkQueueWaitIdle(handles.pointee.queue) }

  /// Returns the current value of a timeline; the maximum if the device is lost.
  func value(of timeline: VkSemaphore) -> UInt64 {
    var value = UInt64.max
    _ = handles.pointee.windowFunctions.vkGetSemaphoreCounterValue(handles.pointee.device, timeline, &value)
    return value
  }

  var validationMessages: [String] { messages.all.withLock { $0 } }

  private let appendMessage: PFN_vkDebugUtilsMessengerCallbackEXT = { _, _, data, user in
    if let user, let text = data?.pointee.pMessage {
      let messages = Unmanaged<Messages>.fromOpaque(user).takeUnretainedValue()
      messages.all.withLock { $0.append(String(cString: text)) }
    }
    return 0
  }
}
