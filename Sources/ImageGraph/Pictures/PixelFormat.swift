/// How the pixels of a picture lie in memory. Multi-byte components are in the machine's byte order.
package enum PixelFormat: String, Hashable, Sendable, CaseIterable {
  case rgba8, bgra8, argb8, abgr8, rgbx8
  case rgba16, rgbah, rgbaf
  case r8, r16, rh, rf
  case rg8, rg16, rgh, rgf
  case a8, a16, ah, af
  case l8, l16, lh, lf
  case la8, la16, lah, laf

  /// How one component is coded.
  package enum Component: Hashable, Sendable {
    /// 0...255 stands for 0...1.
    case unorm8
    /// 0...65535 stands for 0...1.
    case unorm16
    case half
    case float

    package var byteCount: Int {
      switch self {
      case .unorm8: 1
      case .unorm16, .half: 2
      case .float: 4
      }
    }
  }

  package var component: Component {
    switch self {
    case .rgba8, .bgra8, .argb8, .abgr8, .rgbx8, .r8, .rg8, .a8, .l8, .la8: .unorm8
    case .rgba16, .r16, .rg16, .a16, .l16, .la16: .unorm16
    case .rgbah, .rh, .rgh, .ah, .lh, .lah: .half
    case .rgbaf, .rf, .rgf, .af, .lf, .laf: .float
    }
  }

  package var componentCount: Int {
    switch self {
    case .rgba8, .bgra8, .argb8, .abgr8, .rgbx8, .rgba16, .rgbah, .rgbaf: 4
    case .rg8, .rg16, .rgh, .rgf, .la8, .la16, .lah, .laf: 2
    default: 1
    }
  }

  package var bytesPerPixel: Int { component.byteCount * componentCount }

  /// True when a pixel of this format is always opaque: there is no place for alpha.
  package var isOpaque: Bool {
    switch self {
    case .rgbx8, .r8, .r16, .rh, .rf, .rg8, .rg16, .rgh, .rgf, .l8, .l16, .lh, .lf: true
    default: false
    }
  }

  /// The four-component format of the same depth, red first: what a less usual one is widened to before it is used.
  package var widened: PixelFormat {
    switch component {
    case .unorm8: .rgba8
    case .unorm16: .rgba16
    case .half: .rgbah
    case .float: .rgbaf
    }
  }
}

/// What the colour components of stored pixels have been multiplied with.
package enum AlphaState: String, Hashable, Sendable {
  /// Alpha is 1 everywhere, or there is none.
  case opaque
  case premultiplied
  case straight
}
