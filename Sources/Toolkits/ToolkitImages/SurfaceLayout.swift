import ImageGraph

/// The pixel layout of a library's surface.
package enum SurfaceLayout: Hashable, Sendable {
  /// A pixel format of recipes.
  case image(PixelFormat, AlphaState)
  /// A pixel format with alpha, whose alpha component is undefined.
  case withoutAlpha(PixelFormat)
  /// Three bytes, red or blue first.
  case threeBytes(redIsFirst: Bool)
  /// 16 bits in the machine's byte order: five, six and five for red, green and blue, or blue, green and red.
  case word565(redIsHigh: Bool)
  /// 32 bits in the machine's byte order: two for alpha in the highest, then ten each for red, green and blue.
  case word2101010(AlphaState)
  /// Red, green and blue as floats.
  case threeFloats

  package var bytesPerPixel: Int {
    switch self {
    case .image(let format, _), .withoutAlpha(let format): format.bytesPerPixel
    case .threeBytes: 3
    case .word565: 2
    case .word2101010: 4
    case .threeFloats: 12
    }
  }

  /// The format that a recipe reads.
  package var read: (format: PixelFormat, alpha: AlphaState) {
    switch self {
    case .image(let format, let alpha): (format, format.isOpaque ? .opaque : alpha)
    case .withoutAlpha, .threeBytes: (.rgbx8, .opaque)
    case .word565: (.rgbx16, .opaque)
    case .word2101010(let alpha): (.rgb10, alpha)
    case .threeFloats: (.rgbxf, .opaque)
    }
  }

  /// The format that is rendered.
  package var written: (format: PixelFormat, alpha: AlphaState) {
    if case .withoutAlpha(let format) = self { (format, .opaque) } else { read }
  }

  var isReadInPlace: Bool { if case .image = self { true } else { false } }

  var isWrittenInPlace: Bool {
    switch self {
    case .image, .withoutAlpha: true
    case .threeBytes, .word565, .word2101010, .threeFloats: false
    }
  }

  /// Converts pixels of a row to the format `read`.
  package func unpack(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
    switch self {
    case .image(let format, _): target.copyMemory(from: from, byteCount: count * format.bytesPerPixel)
    case .withoutAlpha(let format):
      let offsets = format.colorOffsets
      for x in 0..<count { opaquePixel(from + 4 * x, offsets, target + 4 * x) }
    case .threeBytes(let redIsFirst):
      let offsets = redIsFirst ? (0, 1, 2) : (2, 1, 0)
      for x in 0..<count { opaquePixel(from + 3 * x, offsets, target + 4 * x) }
    case .word565(let redIsHigh):
      for x in 0..<count {
        let word = UInt32((from + 2 * x).loadUnaligned(as: UInt16.self))
        let (high, low) = (word >> 11, word & 31)
        let levels = SIMD3(redIsHigh ? high : low, word >> 5 & 63, redIsHigh ? low : high)
        let wide = (levels &* 65535 &+ SIMD3(15, 31, 15)) / SIMD3(31, 63, 31)
        (target + 8 * x).storeBytes(
          of: SIMD4<UInt16>(truncatingIfNeeded: SIMD4(wide, 65535)), as: SIMD4<UInt16>.self)
      }
    case .word2101010(let alpha):
      for x in 0..<count {
        let word = (from + 4 * x).loadUnaligned(as: UInt32.self).withEndsExchanged
        (target + 4 * x).storeBytes(of: alpha == .opaque ? word | 3 << 30 : word, as: UInt32.self)
      }
    case .threeFloats:
      for x in 0..<count {
        (target + 16 * x).copyMemory(from: from + 12 * x, byteCount: 12)
        (target + 16 * x).storeBytes(of: 1, toByteOffset: 12, as: Float.self)
      }
    }
  }

  /// Converts rendered pixels of a row from the format `written`.
  package func pack(_ from: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
    switch self {
    case .image(let format, _), .withoutAlpha(let format):
      target.copyMemory(from: from, byteCount: count * format.bytesPerPixel)
    case .threeBytes(let redIsFirst):
      for x in 0..<count {
        let pixel = (from + 4 * x).loadUnaligned(as: SIMD4<UInt8>.self)
        let bytes = redIsFirst ? (pixel.x, pixel.y, pixel.z) : (pixel.z, pixel.y, pixel.x)
        (target + 3 * x).storeBytes(of: bytes, as: (UInt8, UInt8, UInt8).self)
      }
    case .word565(let redIsHigh):
      for x in 0..<count {
        let wide = SIMD4<UInt32>(truncatingIfNeeded: (from + 8 * x).loadUnaligned(as: SIMD4<UInt16>.self))
        let levels = (wide &* SIMD4(31, 63, 31, 0) &+ 32767) / 65535
        let (high, low) = redIsHigh ? (levels.x, levels.z) : (levels.z, levels.x)
        (target + 2 * x).storeBytes(
          of: UInt16(truncatingIfNeeded: high << 11 | levels.y << 5 | low), as: UInt16.self)
      }
    case .word2101010:
      for x in 0..<count {
        (target + 4 * x).storeBytes(
          of: (from + 4 * x).loadUnaligned(as: UInt32.self).withEndsExchanged, as: UInt32.self)
      }
    case .threeFloats:
      for x in 0..<count { (target + 12 * x).copyMemory(from: from + 16 * x, byteCount: 12) }
    }
  }
}

/// Stores red, green and blue of a surface's bytes, and alpha 1.
private func opaquePixel(_ from: UnsafeRawPointer, _ offsets: (Int, Int, Int), _ target: UnsafeMutableRawPointer) {
  let bytes = SIMD4(
    from.load(fromByteOffset: offsets.0, as: UInt8.self), from.load(fromByteOffset: offsets.1, as: UInt8.self),
    from.load(fromByteOffset: offsets.2, as: UInt8.self), 255)
  target.storeBytes(of: bytes, as: SIMD4<UInt8>.self)
}

extension PixelFormat {
  /// The byte offsets of red, green and blue in a pixel.
  fileprivate var colorOffsets: (Int, Int, Int) {
    func offset(_ channel: Channel) -> Int { channels.firstIndex(of: channel) ?? 0 }
    return (offset(.red), offset(.green), offset(.blue))
  }
}

extension UInt32 {
  /// The word with the ten bits of red and of blue exchanged; its own inverse.
  fileprivate var withEndsExchanged: UInt32 { self & 0xC00F_FC00 | (self & 0x3FF) << 20 | self >> 20 & 0x3FF }
}
