import CVulkan
import ImageGraph
import Synchronization

/// A Vulkan instance, created here or owned by an app. Its devices retain it.
///
/// Unchecked: handles never change after `init`.
final class VulkanInstance: @unchecked Sendable {
  let handle: VkInstance
  let functions: VulkanFunctions
  /// The messages of the validation layer, in order.
  let messages = MessageLog()
  private var messenger: VkDebugUtilsMessengerEXT?
  private let isAdopted: Bool

  /// - Throws: `unsupported` if there is no driver, or if `validates` is true and there is no validation layer.
  init(_ loader: PFN_vkGetInstanceProcAddr?, validates: Bool) throws(RenderError) {
    let loader = VulkanFunctions(loader)
    if validates, !cvk_has_validation_layer(loader.table) {
      throw .unsupported("the Vulkan validation layer is not installed (Debian: vulkan-validationlayers)")
    }
    var handle: VkInstance?
    let result = cvk_create_instance(loader.table, nil, 0, validates, &handle).code
    guard result == VK_SUCCESS, let handle else {
      throw .unsupported("there is no Vulkan driver (vkCreateInstance gave \(result.rawValue))")
    }
    (self.handle, functions, isAdopted) = (handle, VulkanFunctions(loader, instance: handle), false)
    guard functions.isComplete else { throw .unsupported("the Vulkan loader is older than 1.2") }
    if validates {
      let user = Unmanaged.passUnretained(messages).toOpaque()
      try check(cvk_create_messenger(functions.table, handle, recordMessage, user, &messenger))
    }
  }

  /// Adopts an app's instance, which is not destroyed with this object.
  ///
  /// - Parameter loader: the app's loader; nil: that of libvulkan.
  init(adopting handle: VkInstance, _ loader: PFN_vkGetInstanceProcAddr?) throws(RenderError) {
    (self.handle, isAdopted) = (handle, true)
    functions = VulkanFunctions(VulkanFunctions(loader), instance: handle)
    guard functions.isComplete else { throw .unsupported("the app's Vulkan instance is older than 1.2") }
  }

  deinit {
    if isAdopted { return }
    if let messenger { functions.vkDestroyDebugUtilsMessengerEXT(handle, messenger, nil) }
    functions.vkDestroyInstance(handle, nil)
  }

  /// Returns the physical devices, in the driver's order.
  func devices() throws(RenderError) -> [VkPhysicalDevice] {
    var count: UInt32 = 0
    try check(functions.vkEnumeratePhysicalDevices(handle, &count, nil), "vkEnumeratePhysicalDevices")
    var found = [VkPhysicalDevice?](repeating: nil, count: Int(count))
    try check(functions.vkEnumeratePhysicalDevices(handle, &count, &found), "vkEnumeratePhysicalDevices")
    return found.compactMap { $0 }
  }
}

/// A thread-safe list of messages.
final class MessageLog: Sendable {
  private let texts = Mutex<[String]>([])

  func add(_ text: String) { texts.withLock { if $0.count < 1000 { $0.append(text) } } }
  var all: [String] { texts.withLock { $0 } }
}

private let recordMessage: PFN_vkDebugUtilsMessengerCallbackEXT = { _, _, data, user in
  if let user, let text = data?.pointee.pMessage {
    Unmanaged<MessageLog>.fromOpaque(user).takeUnretainedValue().add(String(cString: text))
  }
  return VK_FALSE
}
