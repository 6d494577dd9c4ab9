import CVulkan
import ImageGraph
import Testing

/// The table of pixel formats, compared with Vulkan's header and specification.
@Suite struct PixelFormatTableTests {
  @Test func numbersAreThoseOfVulkansHeader() {
    let formats: [PixelFormat: VkFormat] = [
      .rgba8: VK_FORMAT_R8G8B8A8_UNORM, .bgra8: VK_FORMAT_B8G8R8A8_UNORM, .rgba16: VK_FORMAT_R16G16B16A16_UNORM,
      .rgbah: VK_FORMAT_R16G16B16A16_SFLOAT, .rgbaf: VK_FORMAT_R32G32B32A32_SFLOAT,
      .rgb10: VK_FORMAT_A2B10G10R10_UNORM_PACK32, .r8: VK_FORMAT_R8_UNORM, .r16: VK_FORMAT_R16_UNORM,
      .rh: VK_FORMAT_R16_SFLOAT, .rf: VK_FORMAT_R32_SFLOAT, .rg8: VK_FORMAT_R8G8_UNORM, .rg16: VK_FORMAT_R16G16_UNORM,
      .rgh: VK_FORMAT_R16G16_SFLOAT, .rgf: VK_FORMAT_R32G32_SFLOAT,
    ]
    for format in PixelFormat.allCases {
      #expect(format.vulkanFormat == formats[format]?.rawValue ?? 0, "\(format)")
      // Kernels access only pixels that Vulkan has a format for.
      #expect(format.vulkanFormat != 0 || !format.isPacked && !format.isReadInPlace && !format.isStorageImage)
    }
  }

  @Test func componentsDetermineTheSize() {
    for format in PixelFormat.allCases where format != .rgb10 {
      #expect(format.bytesPerPixel * 8 == format.channels.count * format.component.bitCount)
      #expect(PixelFormat(format.channels, format.component) == format)
    }
    #expect(PixelFormat.rgb10.bytesPerPixel == 4)
  }
}
