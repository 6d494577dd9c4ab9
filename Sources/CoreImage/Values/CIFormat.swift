// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Image's.

import ImageGraph

/// How pixels lie in memory. Compare by symbol: the numbers are this package's own.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let ARGB8 = CIFormat(rawValue: 1)
  public static let BGRA8 = CIFormat(rawValue: 2)
  public static let RGBA8 = CIFormat(rawValue: 3)
  public static let ABGR8 = CIFormat(rawValue: 4)
  public static let RGBX8 = CIFormat(rawValue: 5)
  /// Unsigned 16-bit components.
  public static let RGBA16 = CIFormat(rawValue: 6)
  /// Half floats.
  public static let RGBAh = CIFormat(rawValue: 7)
  public static let RGBAf = CIFormat(rawValue: 8)
  public static let RGBX16 = CIFormat(rawValue: 9)
  public static let rgbXh = CIFormat(rawValue: 10)
  public static let rgbXf = CIFormat(rawValue: 11)
  /// Ten bits a colour and two for alpha in 32 bits, red in the lowest.
  public static let RGB10 = CIFormat(rawValue: 12)
  public static let R8 = CIFormat(rawValue: 20)
  public static let R16 = CIFormat(rawValue: 21)
  public static let Rh = CIFormat(rawValue: 22)
  public static let Rf = CIFormat(rawValue: 23)
  public static let RG8 = CIFormat(rawValue: 24)
  public static let RG16 = CIFormat(rawValue: 25)
  public static let RGh = CIFormat(rawValue: 26)
  public static let RGf = CIFormat(rawValue: 27)
  public static let A8 = CIFormat(rawValue: 28)
  public static let A16 = CIFormat(rawValue: 29)
  public static let Ah = CIFormat(rawValue: 30)
  public static let Af = CIFormat(rawValue: 31)
  public static let L8 = CIFormat(rawValue: 32)
  public static let L16 = CIFormat(rawValue: 33)
  public static let Lh = CIFormat(rawValue: 34)
  public static let Lf = CIFormat(rawValue: 35)
  public static let LA8 = CIFormat(rawValue: 36)
  public static let LA16 = CIFormat(rawValue: 37)
  public static let LAh = CIFormat(rawValue: 38)
  public static let LAf = CIFormat(rawValue: 39)

  private static let stored: [(CIFormat, PixelFormat)] = [
    (.ARGB8, .argb8), (.BGRA8, .bgra8), (.RGBA8, .rgba8), (.ABGR8, .abgr8), (.RGBX8, .rgbx8), (.RGBA16, .rgba16),
    (.RGBAh, .rgbah), (.RGBAf, .rgbaf), (.RGBX16, .rgbx16), (.rgbXh, .rgbxh), (.rgbXf, .rgbxf), (.RGB10, .rgb10),
    (.R8, .r8), (.R16, .r16), (.Rh, .rh), (.Rf, .rf), (.RG8, .rg8),
    (.RG16, .rg16), (.RGh, .rgh), (.RGf, .rgf), (.A8, .a8), (.A16, .a16), (.Ah, .ah), (.Af, .af), (.L8, .l8),
    (.L16, .l16), (.Lh, .lh), (.Lf, .lf), (.LA8, .la8), (.LA16, .la16), (.LAh, .lah), (.LAf, .laf),
  ]

  /// Nil for numbers that are no format.
  package var pixelFormat: PixelFormat? { Self.stored.first { $0.0 == self }?.1 }

  package init(_ format: PixelFormat) {
    self = Self.stored.first { $0.1 == format }?.0 ?? .RGBA8
  }
}

extension CIFormat: CustomStringConvertible {
  public var description: String {
    pixelFormat?.rawValue ?? "unknown format \(rawValue)"
  }
}
