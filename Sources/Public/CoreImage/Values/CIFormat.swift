// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Image's.

import ImageGraph

/// A storage format of pixels. Use the constants; the raw values are specific to this package.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
  /// The raw value of the format, specific to this package.
  public let rawValue: Int32
  /// Creates the format of a raw value. An invalid value cannot store pixels.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Alpha, red, green, blue, 8 bits each.
  public static let ARGB8 = CIFormat(rawValue: 1)
  /// Blue, green, red, alpha, 8 bits each.
  public static let BGRA8 = CIFormat(rawValue: 2)
  /// Red, green, blue, alpha, 8 bits each.
  public static let RGBA8 = CIFormat(rawValue: 3)
  /// Alpha, blue, green, red, 8 bits each.
  public static let ABGR8 = CIFormat(rawValue: 4)
  /// Red, green, blue and an ignored component, 8 bits each.
  public static let RGBX8 = CIFormat(rawValue: 5)
  /// Red, green, blue, alpha, 16 bits each.
  public static let RGBA16 = CIFormat(rawValue: 6)
  /// Red, green, blue, alpha, a half float each.
  public static let RGBAh = CIFormat(rawValue: 7)
  /// Red, green, blue, alpha, a float each.
  public static let RGBAf = CIFormat(rawValue: 8)
  /// Red, green, blue and an ignored component, 16 bits each.
  public static let RGBX16 = CIFormat(rawValue: 9)
  /// Red, green, blue and an ignored component, a half float each.
  public static let rgbXh = CIFormat(rawValue: 10)
  /// Red, green, blue and an ignored component, a float each.
  public static let rgbXf = CIFormat(rawValue: 11)
  /// Ten bits per colour and two for alpha in 32 bits, red in the lowest.
  public static let RGB10 = CIFormat(rawValue: 12)
  /// Red alone, 8 bits.
  public static let R8 = CIFormat(rawValue: 20)
  /// Red alone, 16 bits.
  public static let R16 = CIFormat(rawValue: 21)
  /// Red alone, a half float.
  public static let Rh = CIFormat(rawValue: 22)
  /// Red alone, a float.
  public static let Rf = CIFormat(rawValue: 23)
  /// Red and green, 8 bits each.
  public static let RG8 = CIFormat(rawValue: 24)
  /// Red and green, 16 bits each.
  public static let RG16 = CIFormat(rawValue: 25)
  /// Red and green, a half float each.
  public static let RGh = CIFormat(rawValue: 26)
  /// Red and green, a float each.
  public static let RGf = CIFormat(rawValue: 27)
  /// Alpha alone, 8 bits.
  public static let A8 = CIFormat(rawValue: 28)
  /// Alpha alone, 16 bits.
  public static let A16 = CIFormat(rawValue: 29)
  /// Alpha alone, a half float.
  public static let Ah = CIFormat(rawValue: 30)
  /// Alpha alone, a float.
  public static let Af = CIFormat(rawValue: 31)
  /// Luminance alone, 8 bits.
  public static let L8 = CIFormat(rawValue: 32)
  /// Luminance alone, 16 bits.
  public static let L16 = CIFormat(rawValue: 33)
  /// Luminance alone, a half float.
  public static let Lh = CIFormat(rawValue: 34)
  /// Luminance alone, a float.
  public static let Lf = CIFormat(rawValue: 35)
  /// Luminance and alpha, 8 bits each.
  public static let LA8 = CIFormat(rawValue: 36)
  /// Luminance and alpha, 16 bits each.
  public static let LA16 = CIFormat(rawValue: 37)
  /// Luminance and alpha, a half float each.
  public static let LAh = CIFormat(rawValue: 38)
  /// Luminance and alpha, a float each.
  public static let LAf = CIFormat(rawValue: 39)

  private static let stored: [(CIFormat, PixelFormat)] = [
    (.ARGB8, .argb8), (.BGRA8, .bgra8), (.RGBA8, .rgba8), (.ABGR8, .abgr8), (.RGBX8, .rgbx8), (.RGBA16, .rgba16),
    (.RGBAh, .rgbah), (.RGBAf, .rgbaf), (.RGBX16, .rgbx16), (.rgbXh, .rgbxh), (.rgbXf, .rgbxf), (.RGB10, .rgb10),
    (.R8, .r8), (.R16, .r16), (.Rh, .rh), (.Rf, .rf), (.RG8, .rg8),
    (.RG16, .rg16), (.RGh, .rgh), (.RGf, .rgf), (.A8, .a8), (.A16, .a16), (.Ah, .ah), (.Af, .af), (.L8, .l8),
    (.L16, .l16), (.Lh, .lh), (.Lf, .lf), (.LA8, .la8), (.LA16, .la16), (.LAh, .lah), (.LAf, .laf),
  ]

  /// The pixel format; nil for invalid raw values.
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
