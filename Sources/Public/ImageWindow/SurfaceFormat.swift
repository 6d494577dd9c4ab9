import CVulkan
import CoreImage

/// How a window's pixels lie, and what their numbers mean.
package struct SurfaceFormat: Equatable {
  package let vulkan: VkFormat
  package let vulkanSpace: VkColorSpaceKHR
  /// The name of the space for contexts.
  package let space: String
  /// The brightest that can be shown, diffuse white being 1.
  package let headroom: Float

  package var colorSpace: CGColorSpace { CGColorSpace(name: space) ?? CGColorSpace(name: CGColorSpace.sRGB)! }

  package static func == (a: Self, b: Self) -> Bool {
    (a.vulkan, a.vulkanSpace, a.space) == (b.vulkan, b.vulkanSpace, b.space)
  }

  /// What windows have that show finished pixels, and every display takes.
  package static let pixels = SurfaceFormat(
    vulkan: VK_FORMAT_B8G8R8A8_UNORM, vulkanSpace: VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, space: CGColorSpace.sRGB,
    headroom: 1)

  /// Whatever is not said otherwise: eight bits of sRGB.
  private static let standard: [SurfaceFormat] = [
    VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_B8G8R8A8_SRGB,
    VK_FORMAT_R8G8B8A8_SRGB,
  ].map {
    SurfaceFormat(
      vulkan: $0, vulkanSpace: VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, space: CGColorSpace.sRGB, headroom: 1)
  }

  /// PQ says how bright white is, 203 cd/m² in this package's spaces, whatever the desktop; linear spaces leave that to
  /// the desktop, and come behind it. 10,000 cd/m² are the end of PQ, not of a display: 1000 are what one is counted
  /// on. Display P3 has no more light than sRGB, but more colours: better than that where there is nothing else.
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

  /// The best of what a surface offers; nil when it offers nothing that images can be rendered to.
  ///
  /// - Parameter wantsExtendedRange: highlights beyond white, where they are offered.
  package static func best(of offered: [VkSurfaceFormatKHR], wantsExtendedRange: Bool) -> SurfaceFormat? {
    // One entry without a format says that any will do.
    if offered.count == 1, offered[0].format == VK_FORMAT_UNDEFINED, !wantsExtendedRange { return .pixels }
    return ((wantsExtendedRange ? extended : []) + standard).first { known in
      offered.contains { $0.format == known.vulkan && $0.colorSpace == known.vulkanSpace }
    }
  }
}
