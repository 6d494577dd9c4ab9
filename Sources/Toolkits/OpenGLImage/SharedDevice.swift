import COpenGL
import CoreImage
import Foundation

/// The Vulkan device that OpenGL renders on, and its instance. They are destroyed with the last context and image on
/// them: a context retains the queue's lock closures, which retain this object.
///
/// Unchecked: handles are immutable after the initializer, and the queue has a lock.
final class SharedDevice: @unchecked Sendable {
  private var handles = CGLDevice()
  private let queueLock = NSLock()

  /// Opens the device.
  ///
  /// - Throws: `unavailable`, with the reason why images have to be copied.
  init(of gl: GL, allowsSoftware: Bool) throws(CIOpenGLError) {
    guard let identity = gl.identity else { throw .unavailable("OpenGL does not support GL_EXT_memory_object_fd") }
    let result = cgl_open_device(&handles, identity.device, identity.driver, allowsSoftware)
    switch result.code {
    case VK_SUCCESS: break
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      throw .unavailable(
        "OpenGL and Vulkan are software drivers; set CIContextOption.backend to \"vulkan\" to share memory")
    case VK_ERROR_FEATURE_NOT_PRESENT:
      throw .unavailable("OpenGL's device does not support Vulkan 1.2 with exported memory")
    default:
      let call = result.call.map { String(cString: $0) } ?? "Vulkan"
      throw .unavailable("the Vulkan call \(call) failed with \(result.code.rawValue)")
    }
  }

  deinit { cgl_close_device(&handles) }

  /// Returns the device in the form that contexts adopt.
  func adopted() throws(RenderError) -> CIVulkanDevice {
    try CIVulkanDevice(
      opened: handles.device, queue: handles.queue, of: handles.physicalDevice, handles.facts,
      instance: handles.instance, getInstanceProcAddr: handles.functions.vkGetInstanceProcAddr,
      lockQueue: { self.queueLock.lock() },
      unlockQueue: { self.queueLock.unlock() })
  }

  /// An image and its memory, which is exported as a descriptor.
  final class Image: @unchecked Sendable {
    let handle: VkImage
    let byteCount: UInt64
    private let memory: VkDeviceMemory
    private let device: SharedDevice

    /// - Parameter descriptor: receives the descriptor, which the caller closes or imports.
    /// - Throws: `device`.
    init(
      on device: SharedDevice, _ format: VkFormat, width: Int, height: Int, descriptor: inout Int32
    ) throws(RenderError) {
      var (image, memory, byteCount): (VkImage?, VkDeviceMemory?, UInt64) = (nil, nil, 0)
      let result = cgl_create_image(
        &device.handles, format, UInt32(width), UInt32(height), &image, &memory, &byteCount, &descriptor)
      guard result.code == VK_SUCCESS, let image, let memory else {
        throw .device(call: result.call.map { String(cString: $0) } ?? "Vulkan", result: result.code.rawValue)
      }
      (handle, self.memory, self.byteCount, self.device) = (image, memory, byteCount, device)
    }

    deinit { cgl_destroy_image(&device.handles, handle, memory) }
  }
}
