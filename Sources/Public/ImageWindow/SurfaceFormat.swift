import CVulkan
import CoreImage

/// The pixel format and the colour space of a window's images.
package struct SurfaceFormat: Equatable {
  package let vulkan: VkFormat
  package let vulkanSpace: VkColorSpaceKHR
  /// The name of the colour space.
  package let space: String
  /// The brightest displayable value, relative to diffuse white at 1.
  package let headroom: Float

  package var colorSpace: CGColorSpace { CGColorSpace(name: space) ?? CGColorSpace(name: CGColorSpace.sRGB)! }

  package static func == (a: Self, b: Self) -> Bool {
    (a.vulkan, a.vulkanSpace, a.space) == (b.vulkan, b.vulkanSpace, b.space)
  }

  /// The format of windows without Vulkan, which every display supports.
  package static let pixels = SurfaceFormat(
    vulkan: VK_FORMAT_B8G8R8A8_UNORM, vulkanSpace: VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, space: CGColorSpace.sRGB,
    headroom: 1)

  /// The formats in sRGB, in order of preference.
  private static let standard: [SurfaceFormat] = [
    VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_B8G8R8A8_SRGB,
    VK_FORMAT_R8G8B8A8_SRGB,
  ].map {
    SurfaceFormat(
      vulkan: $0, vulkanSpace: VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, space: CGColorSpace.sRGB, headroom: 1)
  }

  /// The formats for highlights beyond white, best first. PQ is absolute: white is 203 cd/m² in this package's spaces,
  /// on any desktop. In linear spaces the desktop chooses the brightness of white, so they follow. PQ ends at 10,000
  /// cd/m², which displays do not reach; a peak of 1000 cd/m² is assumed. Display P3 has no headroom, but a wider gamut
  /// than sRGB, so it comes last.
  private static let extended: [SurfaceFormat] =
    [
      VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R16G16B16A16_UNORM,
    ].map {
      SurfaceFormat(
        vulkan: $0, vulkanSpace: VK_COLOR_SPACE_HDR10_ST2084_EXT, space: CGColorSpace.itur_2100_PQ,
        headroom: 1000 / 203)
    }
    + [
      (VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT, CGColorSpace.extendedLinearSRGB),
      (VK_COLOR_SPACE_BT2020_LINEAR_EXT, CGColorSpace.extendedLinearITUR_2020),
    ].map {
      SurfaceFormat(
        vulkan: VK_FORMAT_R16G16B16A16_SFLOAT, vulkanSpace: $0.0, space: $0.1, headroom: 1000 / 203)
    }
    + [
      VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_B8G8R8A8_UNORM,
      VK_FORMAT_R8G8B8A8_UNORM,
    ].map {
      SurfaceFormat(
        vulkan: $0, vulkanSpace: VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT, space: CGColorSpace.displayP3, headroom: 1)
    }

  /// Returns the best of the offered formats; nil if images can be rendered to none of them.
  ///
  /// - Parameter wantsExtendedRange: whether to prefer formats with highlights beyond white.
  package static func best(of offered: [VkSurfaceFormatKHR], wantsExtendedRange: Bool) -> SurfaceFormat? {
    // A single entry without a format means that any format is supported.
    if offered.count == 1, offered[0].format == VK_FORMAT_UNDEFINED, !wantsExtendedRange { return .pixels }
    return ((wantsExtendedRange ? extended : []) + standard).first { format in
      offered.contains { $0.format == format.vulkan && $0.colorSpace == format.vulkanSpace }
    }
  }
}
