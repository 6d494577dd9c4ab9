import CVulkan
import ImageColor
import ImageGraph

/// The pixel formats of the Vulkan formats that can be read and rendered to.
private let formats: [(vulkan: VkFormat, stored: PixelFormat)] = [
  (VK_FORMAT_R8G8B8A8_UNORM, .rgba8), (VK_FORMAT_R8G8B8A8_SRGB, .rgba8), (VK_FORMAT_B8G8R8A8_UNORM, .bgra8),
  (VK_FORMAT_B8G8R8A8_SRGB, .bgra8), (VK_FORMAT_A2B10G10R10_UNORM_PACK32, .rgb10),
  (VK_FORMAT_R16G16B16A16_UNORM, .rgba16), (VK_FORMAT_R16G16B16A16_SFLOAT, .rgbah),
  (VK_FORMAT_R32G32B32A32_SFLOAT, .rgbaf), (VK_FORMAT_R8_UNORM, .r8), (VK_FORMAT_R16_UNORM, .r16),
  (VK_FORMAT_R16_SFLOAT, .rh), (VK_FORMAT_R32_SFLOAT, .rf), (VK_FORMAT_R8G8_UNORM, .rg8),
  (VK_FORMAT_R16G16_UNORM, .rg16), (VK_FORMAT_R16G16_SFLOAT, .rgh), (VK_FORMAT_R32G32_SFLOAT, .rgf),
]

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

  /// Whether kernels can read the pixels from an image.
  var onlyNeedsCopying: Bool {
    switch self {
    case .rgba8, .bgra8, .rgba16, .rgbah, .rgbaf: true
    default: false
    }
  }

  var isFloat: Bool { component == .half || component == .float }

  /// The default colour space of images: sRGB, for floats extended linear sRGB.
  var defaultImageSpace: ColorSpace { isFloat ? .extendedLinearSRGB : .sRGB }
}
