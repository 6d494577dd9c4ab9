import CVulkan
import ImageGraph
import ImagePlanning

/// An image of the device with memory of its own, for an app's code that works on images; freed when the last reference
/// goes. It can be copied from and to, and is whatever else the device has images of its format for.
///
/// Unchecked: handles never change.
package final class AllocatedImage: @unchecked Sendable {
  package let handle: VkImage
  private let format: VkFormat
  private let usage: VkImageUsageFlags
  package let width: Int
  package let height: Int
  private let memory: VkDeviceMemory
  private let device: Device
  private let held: BufferPool.HeldMemory

  fileprivate init(
    _ format: VkFormat, width: Int, height: Int, held: BufferPool.HeldMemory, on device: Device
  ) throws(RenderError) {
    var properties = VkFormatProperties()
    device.physical.instance.functions.vkGetPhysicalDeviceFormatProperties(
      device.physical.handle, format, &properties)
    var usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
    for (feature, use) in [
      (VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, VK_IMAGE_USAGE_SAMPLED_BIT),
      (VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT, VK_IMAGE_USAGE_STORAGE_BIT),
      (VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT),
    ] where properties.optimalTilingFeatures & feature.rawValue != 0 { usage |= use.rawValue }
    var facts = device.physical.facts
    var image: VkImage?
    var memory: VkDeviceMemory?
    var byteCount: UInt64 = 0
    try check(
      cvk_create_image(
        device.functions.table, device.handle, &facts, format, UInt32(width), UInt32(height), usage, 0, &image, &memory,
        &byteCount))
    (handle, self.memory, self.device, self.held) = (image!, memory!, device, held)
    (self.format, self.usage) = (format, usage)
    (self.width, self.height) = (width, height)
  }

  deinit {
    device.functions.vkDestroyImage(device.handle, handle, nil)
    device.functions.vkFreeMemory(device.handle, memory, nil)
  }

  /// As copies are to find it, and to leave it to the app: in the general layout, whoever used it and will.
  ///
  /// - Parameter isNew: nothing of what it shows counts.
  package func onDevice(isNew: Bool) -> DeviceImage {
    DeviceImage(
      handle, format: format, usage: usage, mipLevel: 0, arrayLayer: 0,
      layout: isNew ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL,
      finalLayout: VK_IMAGE_LAYOUT_GENERAL, stages: VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue,
      access: VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue, queueFamily: nil)
  }
}

extension VulkanContext {
  /// Pixels of the longest row or column that an image of the device has.
  package var longestImageSide: Int { Int(device.physical.facts.maxImageSide) }

  /// A new image, which shows anything.
  ///
  /// - Parameter bytesPerPixel: of the format, for the count of memory.
  /// - Throws: `limit` above the memory target, and for sides that no image has; `device`.
  package func image(
    _ format: VkFormat, width: Int, height: Int, bytesPerPixel: Int, for what: String
  ) throws(RenderError) -> AllocatedImage {
    let longest = max(width, height)
    guard longest <= longestImageSide else {
      throw .limit(
        "pixels of a side of \(what), an image on \(info.name)", requested: UInt64(longest),
        allowed: UInt64(longestImageSide))
    }
    let byteCount = width * height * bytesPerPixel
    guard byteCount <= memoryTarget else {
      throw .limit(
        "bytes of memory (memoryTarget) for \(what), an image", requested: UInt64(byteCount),
        allowed: UInt64(memoryTarget))
    }
    return try AllocatedImage(format, width: width, height: height, held: pool.hold(byteCount), on: device)
  }
}
