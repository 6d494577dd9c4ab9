import CVulkan
import ImageGraph

extension PixelFormat {
  /// What kernels see such pixels as, one by one; VK_FORMAT_UNDEFINED for those that are expanded first.
  var texelView: VkFormat {
    switch self {
    case .rgba8: VK_FORMAT_R8G8B8A8_UNORM
    case .bgra8: VK_FORMAT_B8G8R8A8_UNORM
    case .rgba16: VK_FORMAT_R16G16B16A16_UNORM
    case .rgbah: VK_FORMAT_R16G16B16A16_SFLOAT
    case .rgbaf: VK_FORMAT_R32G32B32A32_SFLOAT
    case .rgb10: VK_FORMAT_A2B10G10R10_UNORM_PACK32
    case .r8: VK_FORMAT_R8_UNORM
    case .r16: VK_FORMAT_R16_UNORM
    case .rh: VK_FORMAT_R16_SFLOAT
    case .rf: VK_FORMAT_R32_SFLOAT
    case .rg8: VK_FORMAT_R8G8_UNORM
    case .rg16: VK_FORMAT_R16G16_UNORM
    case .rgh: VK_FORMAT_R16G16_SFLOAT
    case .rgf: VK_FORMAT_R32G32_SFLOAT
    default: VK_FORMAT_UNDEFINED
    }
  }
}
