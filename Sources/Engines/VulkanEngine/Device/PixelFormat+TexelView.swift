import CVulkan
import ImageGraph

extension PixelFormat {
  /// The format of texel buffers with such pixels; VK_FORMAT_UNDEFINED for those that the host expands first.
  var texelView: VkFormat { VkFormat(rawValue: vulkanFormat) }
}
