/// The memory layout of an image's pixels. Components of several bytes are in the machine's byte order.
package enum PixelFormat: String, Hashable, Sendable, CaseIterable {
  case rgba8, bgra8, argb8, abgr8, rgbx8
  case rgba16, rgbx16, rgbah, rgbxh, rgbaf, rgbxf
  /// 32 bits: from the lowest bit, ten each for red, green and blue, then two for alpha.
  case rgb10
  case r8, r16, rh, rf
  case rg8, rg16, rgh, rgf
  case a8, a16, ah, af
  case l8, l16, lh, lf
  case la8, la16, lah, laf

  /// The encoding of one component.
  package enum Component: Hashable, Sendable {
    /// 0...255 represents 0...1.
    case unorm8
    /// 0...65535 represents 0...1.
    case unorm16
    /// 0...1023 represents 0...1, for alpha 0...3. All components share 32 bits.
    case packed10
    case half
    case float

    package var bitCount: Int {
      switch self {
      case .unorm8: 8
      case .packed10: 10
      case .unorm16, .half: 16
      case .float: 32
      }
    }
  }

  /// The meaning of a component.
  package enum Channel: Hashable, Sendable {
    case red, green, blue, alpha
    /// Red, green and blue in one component.
    case grey
    /// A component that is written as 1 and never read.
    case unused
  }

  package var component: Component { row.component }

  /// The components of a pixel in the order of memory.
  package var channels: [Channel] { row.order.channels }

  package var bytesPerPixel: Int { self == .rgb10 ? 4 : component.bitCount / 8 * channels.count }

  /// Whether every pixel of this format is opaque, because the format has no alpha.
  package var isOpaque: Bool { !channels.contains(.alpha) }

  /// Whether one component holds all colours.
  package var isGrey: Bool { channels.contains(.grey) }

  /// Whether kernels load and store such pixels 16 bytes at a time.
  package var isPacked: Bool { row.access.contains(.packed) }

  /// Whether a device reads such pixels one by one, although they have fewer than four components or ten bits. Missing
  /// colours are 0, missing alpha is 1.
  package var isReadInPlace: Bool { row.access.contains(.texels) }

  /// Whether the kernels of every device write such pixels to images.
  ///
  /// Source: Vulkan 1.2, tables of "Required Format Support", VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT.
  package var isStorageImage: Bool { row.access.contains(.storageImage) }

  /// The number of the `VkFormat` of texels and images with such pixels; 0 (`VK_FORMAT_UNDEFINED`) if Vulkan has none.
  package var vulkanFormat: UInt32 { row.vulkan }

  /// The four-component format of the same depth, red first: less usual formats are expanded to it before use.
  package var expanded: PixelFormat {
    switch component {
    case .unorm8: .rgba8
    case .unorm16, .packed10: .rgba16
    case .half: .rgbah
    case .float: .rgbaf
    }
  }

  /// Returns the format with these components in this order, or nil.
  package init?(_ channels: [Channel], _ component: Component) {
    let found = Self.allCases.first { $0.component == component && $0.channels == channels }
    guard let found else { return nil }
    self = found
  }

  /// The distance between neighbouring values of a colour component. Nil for floating-point formats.
  package var colorStep: Float? {
    switch component {
    case .unorm8, .unorm16, .packed10: 1 / Float((1 << component.bitCount) - 1)
    case .half, .float: nil
    }
  }

  /// Returns the colour rounded to the values that a four-component format can store.
  package func quantized(_ color: SIMD4<Float>) -> SIMD4<Float> {
    switch component {
    case .float: return color
    case .half: return SIMD4((0..<4).map { Float(Float16(color[$0])) })
    case .unorm8, .unorm16, .packed10:
      let greatest = Float(1 << component.bitCount - 1)
      return SIMD4((0..<4).map { (color[$0] > 0 ? (min(color[$0], 1) * greatest + 0.5).rounded(.down) : 0) / greatest })
    }
  }
}

/// The alpha state of stored colour components.
package enum AlphaState: String, Hashable, Sendable {
  /// Alpha is 1 everywhere, or missing.
  case opaque
  case premultiplied
  case straight
}
