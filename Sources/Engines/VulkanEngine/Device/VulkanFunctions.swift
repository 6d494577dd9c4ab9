import CVulkan
import ImageGraph

/// Vulkan's functions as the loader, an instance or a device has them. All of Vulkan is called through such a table:
/// `functions.vkCreateBuffer(…)`, and `table` for the helpers in C.
///
/// Unchecked: the table never changes.
@dynamicMemberLookup
final class VulkanFunctions: @unchecked Sendable {
  let table: UnsafePointer<CVKFunctions>
  /// False when a function is missing that every Vulkan 1.2 has.
  let isComplete: Bool

  private init(_ table: CVKFunctions, _ load: (UnsafeMutablePointer<CVKFunctions>) -> Bool) {
    let filled = UnsafeMutablePointer<CVKFunctions>.allocate(capacity: 1)
    filled.initialize(to: table)
    isComplete = load(filled)
    self.table = UnsafePointer(filled)
  }

  /// What there is without an instance, as `loader` finds it; nil: libvulkan.
  convenience init(_ loader: PFN_vkGetInstanceProcAddr?) {
    self.init(CVKFunctions()) { table in
      cvk_load(table, loader)
      return true
    }
  }

  /// Those of an instance, too.
  convenience init(_ loader: VulkanFunctions, instance: VkInstance) {
    self.init(loader.table.pointee) { cvk_load_instance($0, instance) }
  }

  /// Those of a device, too, for it alone: they go past the loader.
  convenience init(_ instance: VulkanFunctions, device: VkDevice) {
    self.init(instance.table.pointee) { cvk_load_device($0, device) }
  }

  deinit { table.deallocate() }

  /// A function of the table. Optimised, it is one load: the path is known where it is called.
  @inline(__always)
  subscript<Function>(dynamicMember path: KeyPath<CVKFunctions, Function>) -> Function { table.pointee[keyPath: path] }
}

/// Turns a result that is not success into an error that names the call.
func check(_ result: VkResult, _ call: StaticString) throws(RenderError) {
  if result != VK_SUCCESS { throw .device(call: "\(call)", result: result.rawValue) }
}

/// The same for a call that names itself.
func check(_ result: CVKResult) throws(RenderError) {
  if result.code != VK_SUCCESS { throw .device(call: String(cString: result.call), result: result.code.rawValue) }
}
