/// The table of pixel formats: one row for each. Everything that the package derives from a format is a column here.
///
/// The numbers are those of `VkFormat` in Vulkan 1.2; the VulkanEngine's tests compare them with its header.
extension PixelFormat {
  struct Row {
    let order: ChannelOrder
    let component: Component
    /// The `VkFormat` of texels and images with such pixels; 0 if there is none.
    var vulkan: UInt32 = 0
    /// The ways in which kernels access such pixels.
    var access: Access = []
  }

  /// The components of a pixel in the order of memory.
  enum ChannelOrder {
    case rgba, bgra, argb, abgr, rgbx, r, rg, a, l, la

    var channels: [Channel] {
      switch self {
      case .rgba: [.red, .green, .blue, .alpha]
      case .bgra: [.blue, .green, .red, .alpha]
      case .argb: [.alpha, .red, .green, .blue]
      case .abgr: [.alpha, .blue, .green, .red]
      case .rgbx: [.red, .green, .blue, .unused]
      case .r: [.red]
      case .rg: [.red, .green]
      case .a: [.alpha]
      case .l: [.grey]
      case .la: [.grey, .alpha]
      }
    }
  }

  struct Access: OptionSet {
    let rawValue: UInt8
    /// Groups of 16 bytes.
    static let packed = Access(rawValue: 1)
    /// Single texels, without a conversion by the host.
    static let texels = Access(rawValue: 2)
    /// Storage images of every device.
    static let storageImage = Access(rawValue: 4)
  }

  var row: Row {
    switch self {
    case .rgba8: Row(order: .rgba, component: .unorm8, vulkan: 37, access: [.packed, .storageImage])
    case .bgra8: Row(order: .bgra, component: .unorm8, vulkan: 44, access: .packed)
    case .argb8: Row(order: .argb, component: .unorm8)
    case .abgr8: Row(order: .abgr, component: .unorm8)
    case .rgbx8: Row(order: .rgbx, component: .unorm8)
    case .rgba16: Row(order: .rgba, component: .unorm16, vulkan: 91, access: .packed)
    case .rgbx16: Row(order: .rgbx, component: .unorm16)
    case .rgbah: Row(order: .rgba, component: .half, vulkan: 97, access: [.packed, .storageImage])
    case .rgbxh: Row(order: .rgbx, component: .half)
    case .rgbaf: Row(order: .rgba, component: .float, vulkan: 109, access: [.packed, .storageImage])
    case .rgbxf: Row(order: .rgbx, component: .float)
    case .rgb10: Row(order: .rgba, component: .packed10, vulkan: 64, access: .texels)
    case .r8: Row(order: .r, component: .unorm8, vulkan: 9, access: .texels)
    case .r16: Row(order: .r, component: .unorm16, vulkan: 70, access: .texels)
    case .rh: Row(order: .r, component: .half, vulkan: 76, access: .texels)
    case .rf: Row(order: .r, component: .float, vulkan: 100, access: .texels)
    case .rg8: Row(order: .rg, component: .unorm8, vulkan: 16, access: .texels)
    case .rg16: Row(order: .rg, component: .unorm16, vulkan: 77, access: .texels)
    case .rgh: Row(order: .rg, component: .half, vulkan: 83, access: .texels)
    case .rgf: Row(order: .rg, component: .float, vulkan: 103, access: .texels)
    case .a8: Row(order: .a, component: .unorm8)
    case .a16: Row(order: .a, component: .unorm16)
    case .ah: Row(order: .a, component: .half)
    case .af: Row(order: .a, component: .float)
    case .l8: Row(order: .l, component: .unorm8)
    case .l16: Row(order: .l, component: .unorm16)
    case .lh: Row(order: .l, component: .half)
    case .lf: Row(order: .l, component: .float)
    case .la8: Row(order: .la, component: .unorm8)
    case .la16: Row(order: .la, component: .unorm16)
    case .lah: Row(order: .la, component: .half)
    case .laf: Row(order: .la, component: .float)
    }
  }
}
