import CVulkan
import ImageColor
import ImageGraph

/// The pixel formats of the Vulkan formats that can be read and rendered to.
private let formats: [(vulkan: VkFormat, stored: PixelFormat)] =
  PixelFormat.allCases.filter { $0.vulkanFormat != 0 }.map { (VkFormat(rawValue: $0.vulkanFormat), $0) }
  + [(VK_FORMAT_R8G8B8A8_SRGB, .rgba8), (VK_FORMAT_B8G8R8A8_SRGB, .bgra8)]

extension VkFormat {
  /// Returns the pixel format for rendering.
  ///
  /// - Throws: `unsupported` for formats that cannot be rendered to.
  func writtenPixels() throws(RenderError) -> PixelFormat {
    if let entry = formats.first(where: { $0.vulkan == self }) { return entry.stored }
    throw .unsupported(
      "images of VkFormat \(rawValue) cannot be rendered to; docs/vulkan-interop.md lists those that can be")
  }

  /// Returns the pixel format for reading.
  ///
  /// - Throws: `unsupported` for formats that kernels cannot read.
  func readPixels() throws(RenderError) -> PixelFormat {
    if let entry = formats.first(where: { $0.vulkan == self }) { return entry.stored }
    throw .unsupported("images of VkFormat \(rawValue) cannot be read; docs/vulkan-interop.md lists those that can be")
  }
}

extension PixelFormat {
  /// The Vulkan format of images with such pixels.
  var imageFormat: VkFormat { formats.first { $0.stored == self }?.vulkan ?? VK_FORMAT_UNDEFINED }

  var isFloat: Bool { component == .half || component == .float }

  /// The default colour space of images: sRGB, for floats extended linear sRGB.
  var defaultImageSpace: ColorSpace { isFloat ? .extendedLinearSRGB : .sRGB }
}
