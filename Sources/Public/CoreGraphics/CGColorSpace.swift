import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Image's.

/// What kind of components a colour space has.
public enum CGColorSpaceModel: Int32, Sendable {
  /// None that has a name.
  case unknown = -1
  /// Grey.
  case monochrome
  /// Red, green, blue.
  case rgb
  /// Inks; images of them are read as RGB, and no space here has this model.
  case cmyk
  /// CIE L*a*b*; no space here has this model.
  case lab
  /// Any components; no space here has this model.
  case deviceN
  /// Numbers of a palette; no space here has this model.
  case indexed
  /// A drawing; no space here has this model.
  case pattern
  /// CIE XYZ; no space here has this model.
  case XYZ
}

/// What the numbers of an image mean: their primaries, their curve and their range. Immutable.
public final class CGColorSpace: Sendable {
  package let space: ColorSpace

  package init(_ space: ColorSpace) { self.space = space }

  /// The space of that name, for example `CGColorSpace.displayP3`; nil when there is none.
  public convenience init?(name: String) {
    guard let space = ColorSpace.named(name) else { return nil }
    self.init(space)
  }

  /// The space that an ICC profile describes: a known one where it matches, else by its curves and matrix where that is
  /// exact, else by a table that is interpolated.
  ///
  /// Nil, with the reason in the log, for bytes that are no profile and for profiles of other than grey or RGB.
  public convenience init?(iccData: Data) {
    do {
      self.init(try ColorSpace(iccProfile: [UInt8](iccData)))
    } catch {
      RenderLog.process.note("CGColorSpace(iccData:): \(error)")
      return nil
    }
  }

  /// The space as an ICC profile: the one that it was made from, else a new one. Nil for extended spaces, which ICC has
  /// not.
  public func copyICCData() -> Data? {
    space.isExtended ? nil : (try? iccProfile(of: space, isGrey: space.model == .grey)).map { Data($0) }
  }

  /// The constant that makes the space; nil for spaces that were read from a file.
  public var name: String? { space.coreGraphicsName }

  /// Grey or RGB: `monochrome` or `rgb`.
  public var model: CGColorSpaceModel { space.model == .grey ? .monochrome : .rgb }

  /// Without alpha.
  public var numberOfComponents: Int { space.model == .grey ? 1 : 3 }

  /// True when values below 0 and above 1 have a meaning.
  public var isExtended: Bool { CGColorSpaceUsesExtendedRange(self) }

  /// True when the primaries span clearly more colours than those of sRGB.
  public var isWideGamutRGB: Bool {
    guard space.model != .grey else { return false }
    let inside = matrix(from: space, to: .sRGB).rowMajor
    return inside.contains { $0 < -0.02 || $0 > 1.02 }
  }

  /// False for the profiles of scanners and cameras, which say what values mean, but not which values a colour has.
  public var supportsOutput: Bool { space.table?.encodes ?? true }
}

extension CGColorSpace: Hashable, CustomStringConvertible {
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.space == b.space }
  public func hash(into hasher: inout Hasher) { hasher.combine(space.name) }
  public var description: String { "CGColorSpace \(space.name)" }
}

/// sRGB: devices without a profile of their own are taken to be that.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(.sRGB) }

/// Grey with a gamma of 2.2.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(.genericGrayGamma2_2) }

/// True when values of the space below 0 and above 1 have a meaning.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.space.isExtended }

extension CGColorSpace {
  /// The name of sRGB (IEC 61966-2-1), 0...1.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// sRGB with its curve continued below 0 and above 1.
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  /// Light of sRGB's primaries, 0...1.
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  /// Light of sRGB's primaries, any value: what filters compute in unless a context says otherwise.
  public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
  /// The primaries of DCI-P3 with white D65 and the curve of sRGB, 0...1.
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  /// Display P3 with its curve continued below 0 and above 1.
  public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
  /// Light of Display P3's primaries, 0...1.
  public static let linearDisplayP3 = "kCGColorSpaceLinearDisplayP3"
  /// Light of Display P3's primaries, any value.
  public static let extendedLinearDisplayP3 = "kCGColorSpaceExtendedLinearDisplayP3"
  /// Display P3's primaries with the curve of SMPTE ST 2084.
  public static let displayP3_PQ = "kCGColorSpaceDisplayP3_PQ"
  /// Display P3's primaries with the curve of hybrid log-gamma.
  public static let displayP3_HLG = "kCGColorSpaceDisplayP3_HLG"
  /// BT.709, as video has it.
  public static let itur_709 = "kCGColorSpaceITUR_709"
  /// BT.709's primaries with the curve of SMPTE ST 2084.
  public static let itur_709_PQ = "kCGColorSpaceITUR_709_PQ"
  /// BT.709's primaries with the curve of hybrid log-gamma.
  public static let itur_709_HLG = "kCGColorSpaceITUR_709_HLG"
  /// BT.2020, as video has it.
  public static let itur_2020 = "kCGColorSpaceITUR_2020"
  /// BT.2020's primaries with the curve of sRGB.
  public static let itur_2020_sRGBGamma = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// BT.2020 with its curve continued below 0 and above 1.
  public static let extendedITUR_2020 = "kCGColorSpaceExtendedITUR_2020"
  /// Light of BT.2020's primaries, 0...1.
  public static let linearITUR_2020 = "kCGColorSpaceLinearITUR_2020"
  /// Light of BT.2020's primaries, any value.
  public static let extendedLinearITUR_2020 = "kCGColorSpaceExtendedLinearITUR_2020"
  /// BT.2100 with perceptual quantisation (SMPTE ST 2084): 1.0 of light is 203 cd/m².
  public static let itur_2100_PQ = "kCGColorSpaceITUR_2100_PQ"
  /// BT.2100 with hybrid log-gamma: the signal 0.75 is 1.0 of light.
  public static let itur_2100_HLG = "kCGColorSpaceITUR_2100_HLG"
  /// Adobe RGB (1998).
  public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"
  /// DCI-P3 with the white of cinemas and a gamma of 2.6.
  public static let dcip3 = "kCGColorSpaceDCIP3"
  /// ROMM RGB, also called ProPhoto RGB.
  public static let rommrgb = "kCGColorSpaceROMMRGB"
  /// Light of the primaries of ACEScg.
  public static let acescgLinear = "kCGColorSpaceACESCGLinear"
  /// Light of the primaries of Generic RGB.
  public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
  /// Grey with a gamma of 2.2.
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
  /// Grey with a gamma of 2.2, continued below 0 and above 1.
  public static let extendedGray = "kCGColorSpaceExtendedGray"
  /// Grey light, 0...1.
  public static let linearGray = "kCGColorSpaceLinearGray"
  /// Grey light, any value.
  public static let extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
}
