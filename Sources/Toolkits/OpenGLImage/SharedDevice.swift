import COpenGL
import CoreImage
import Foundation

/// The Vulkan device that OpenGL renders on, and the instance that it is of. They are destroyed with the last context
/// and image on them: the lock of the queue, which a context keeps, keeps this.
///
/// Unchecked: handles never change once it is made, and the queue has its lock.
final class SharedDevice: @unchecked Sendable {
  private var handles = CGLDevice()
  private let queueLock = NSLock()

  /// - Throws: `unavailable`, and why images have to be copied.
  init(of gl: GL, takesSoftware: Bool) throws(CIOpenGLError) {
    guard let identity = gl.identity else { throw .unavailable("this OpenGL has no GL_EXT_memory_object_fd") }
    let result = cgl_open_device(&handles, identity.device, identity.driver, takesSoftware)
    switch result.code {
    case VK_SUCCESS: break
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      throw .unavailable("OpenGL and Vulkan are software here; CIContextOption.backend \"vulkan\" shares them still")
    case VK_ERROR_FEATURE_NOT_PRESENT:
      throw .unavailable("no Vulkan 1.2 device that is OpenGL's exports memory")
    default:
      let call = result.call.map { String(cString: $0) } ?? "Vulkan"
      throw .unavailable("Vulkan refused \(call) with \(result.code.rawValue)")
    }
  }

  deinit { cgl_close_device(&handles) }

  /// The device as contexts take it over.
  func adopted() throws(RenderError) -> CIVulkanDevice {
    try CIVulkanDevice(
      opened: handles.device, queue: handles.queue, of: handles.physicalDevice, handles.facts,
      instance: handles.instance, getInstanceProcAddr: handles.functions.vkGetInstanceProcAddr,
      lockQueue: { self.queueLock.lock() },
      unlockQueue: { self.queueLock.unlock() })
  }

  /// An image and its memory, which is handed out as a descriptor.
  final class Image: @unchecked Sendable {
    let handle: VkImage
    let byteCount: UInt64
    private let memory: VkDeviceMemory
    private let device: SharedDevice

    /// - Parameter descriptor: the caller's to close, or to give away.
    /// - Throws: `device`.
    init(
      on device: SharedDevice, _ format: VkFormat, width: Int, height: Int, descriptor: inout Int32
    ) throws(RenderError) {
      var (image, memory, byteCount): (VkImage?, VkDeviceMemory?, UInt64) = (nil, nil, 0)
      let result = cgl_make_image(
        &device.handles, format, UInt32(width), UInt32(height), &image, &memory, &byteCount, &descriptor)
      guard result.code == VK_SUCCESS, let image, let memory else {
        throw .device(call: result.call.map { String(cString: $0) } ?? "Vulkan", result: result.code.rawValue)
      }
      (handle, self.memory, self.byteCount, self.device) = (image, memory, byteCount, device)
    }

    deinit { cgl_destroy_image(&device.handles, handle, memory) }
  }
}
