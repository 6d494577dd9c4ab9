import CVulkan
import ImageGraph

/// A table of Vulkan functions of the loader, an instance or a device. All calls use such a table:
/// `functions.vkCreateBuffer(…)`, or `table` for the helpers in C.
///
/// Unchecked: the table never changes.
@dynamicMemberLookup
final class VulkanFunctions: @unchecked Sendable {
  let table: UnsafePointer<CVKFunctions>
  /// Whether all functions of Vulkan 1.2 are available.
  let isComplete: Bool

  private init(_ table: CVKFunctions, _ load: (UnsafeMutablePointer<CVKFunctions>) -> Bool) {
    let filled = UnsafeMutablePointer<CVKFunctions>.allocate(capacity: 1)
    filled.initialize(to: table)
    isComplete = load(filled)
    self.table = UnsafePointer(filled)
  }

  /// Loads the functions that need no instance.
  ///
  /// - Parameter loader: the loader; nil: that of libvulkan.
  convenience init(_ loader: PFN_vkGetInstanceProcAddr?) {
    self.init(CVKFunctions()) { table in
      cvk_load(table, loader)
      return true
    }
  }

  /// Adds the functions of an instance.
  convenience init(_ loader: VulkanFunctions, instance: VkInstance) {
    self.init(loader.table.pointee) { cvk_load_instance($0, instance) }
  }

  /// Adds the functions of a device. They are valid only for that device, and bypass the loader's dispatch.
  convenience init(_ instance: VulkanFunctions, device: VkDevice) {
    self.init(instance.table.pointee) { cvk_load_device($0, device) }
  }

  deinit { table.deallocate() }

  /// Returns a function of the table. Optimised, it is a single load, because the key path is constant.
  @inline(__always)
  subscript<Function>(dynamicMember path: KeyPath<CVKFunctions, Function>) -> Function { table.pointee[keyPath: path] }
}

/// Throws an error with the name of the call unless the result is success.
func check(_ result: VkResult, _ call: StaticString) throws(RenderError) {
  if result != VK_SUCCESS { throw .device(call: "\(call)", result: result.rawValue) }
}

/// Throws an error unless the result is success.
func check(_ result: CVKResult) throws(RenderError) {
  if result.code != VK_SUCCESS { throw .device(call: String(cString: result.call), result: result.code.rawValue) }
}
