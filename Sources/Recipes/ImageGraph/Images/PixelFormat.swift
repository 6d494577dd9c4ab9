/// How the pixels of an image lie in memory. Multi-byte components are in the machine's byte order.
package enum PixelFormat: String, Hashable, Sendable, CaseIterable {
  case rgba8, bgra8, argb8, abgr8, rgbx8
  case rgba16, rgbx16, rgbah, rgbxh, rgbaf, rgbxf
  /// 32 bits: from the lowest on ten each for red, green and blue, two for alpha.
  case rgb10
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
    /// 0...1023 stands for 0...1, for alpha 0...3; all components share 32 bits.
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

  /// What a component stands for.
  package enum Channel: Hashable, Sendable {
    case red, green, blue, alpha
    /// The light of all three; read as each of them.
    case grey
    /// A place that is written as 1 and never read.
    case unused
  }

  package var component: Component {
    switch self {
    case .rgba8, .bgra8, .argb8, .abgr8, .rgbx8, .r8, .rg8, .a8, .l8, .la8: .unorm8
    case .rgba16, .rgbx16, .r16, .rg16, .a16, .l16, .la16: .unorm16
    case .rgbah, .rgbxh, .rh, .rgh, .ah, .lh, .lah: .half
    case .rgbaf, .rgbxf, .rf, .rgf, .af, .lf, .laf: .float
    case .rgb10: .packed10
    }
  }

  /// What is left of a colour that was stored in a format of four components.
  package func held(_ color: SIMD4<Float>) -> SIMD4<Float> {
    switch component {
    case .float: return color
    case .half: return SIMD4((0..<4).map { Float(Float16(color[$0])) })
    case .unorm8, .unorm16, .packed10:
      let greatest = Float(1 << component.bitCount - 1)
      return SIMD4((0..<4).map { (color[$0] > 0 ? (min(color[$0], 1) * greatest + 0.5).rounded(.down) : 0) / greatest })
    }
  }

  /// The components of a pixel in the order of memory.
  package var channels: [Channel] {
    switch self {
    case .rgba8, .rgba16, .rgbah, .rgbaf, .rgb10: [.red, .green, .blue, .alpha]
    case .rgbx8, .rgbx16, .rgbxh, .rgbxf: [.red, .green, .blue, .unused]
    case .bgra8: [.blue, .green, .red, .alpha]
    case .argb8: [.alpha, .red, .green, .blue]
    case .abgr8: [.alpha, .blue, .green, .red]
    case .r8, .r16, .rh, .rf: [.red]
    case .rg8, .rg16, .rgh, .rgf: [.red, .green]
    case .a8, .a16, .ah, .af: [.alpha]
    case .l8, .l16, .lh, .lf: [.grey]
    case .la8, .la16, .lah, .laf: [.grey, .alpha]
    }
  }

  package var bytesPerPixel: Int { self == .rgb10 ? 4 : component.bitCount / 8 * channels.count }

  /// True when a pixel of this format is always opaque: there is no place for alpha.
  package var isOpaque: Bool { !channels.contains(.alpha) }

  /// True when one component stands for all colours.
  package var isGrey: Bool { channels.contains(.grey) }

  /// The four-component format of the same depth, red first: what a less usual one is expanded to before it is used.
  package var expanded: PixelFormat {
    switch component {
    case .unorm8: .rgba8
    case .unorm16, .packed10: .rgba16
    case .half: .rgbah
    case .float: .rgbaf
    }
  }

  /// True for formats of fewer components, or of ten bits, that a device which has their pixels reads one by one as
  /// red, green, blue and alpha: what is missing is 0, and alpha 1.
  package var isReadInPlace: Bool {
    switch self {
    case .r8, .r16, .rh, .rf, .rg8, .rg16, .rgh, .rgf, .rgb10: true
    default: false
    }
  }

  /// The distance of two neighbouring values of a colour component; nil for floats, which have no such distance.
  package var colorStep: Float? {
    switch component {
    case .unorm8, .unorm16, .packed10: 1 / Float((1 << component.bitCount) - 1)
    case .half, .float: nil
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
