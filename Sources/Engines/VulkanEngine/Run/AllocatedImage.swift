import CVulkan
import ImageGraph
import ImagePlanning

/// A device image with its own memory, for an app's code that works on images. It is freed with the last reference. It
/// can be the source and target of copies, and has all other usages that the device supports for its format.
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

  /// Returns the image for copies, with transitions from and to the general layout and barriers for all earlier and
  /// later uses.
  ///
  /// - Parameter isNew: whether the current pixels may be discarded.
  package func onDevice(isNew: Bool) -> DeviceImage {
    DeviceImage(
      handle, format: format, usage: usage, mipLevel: 0, arrayLayer: 0,
      layout: isNew ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL,
      finalLayout: VK_IMAGE_LAYOUT_GENERAL, stages: VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue,
      access: VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue, queueFamily: nil)
  }
}

extension VulkanContext {
  /// The largest width and height of an image on the device, in pixels.
  package var longestImageSide: Int { Int(device.physical.facts.maxImageSide) }

  /// Creates an image with undefined pixels.
  ///
  /// - Parameter bytesPerPixel: the bytes per pixel of the format, for the memory count.
  /// - Throws: `limit` above the memory target, or above the largest size of an image; `device`.
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
