import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Core Graphics' names.

/// The kind of components of a colour space.
public enum CGColorSpaceModel: Int32, Sendable {
  /// A model without a name.
  case unknown = -1
  /// Grey.
  case monochrome
  /// Red, green, blue.
  case rgb
  /// Inks. Images in CMYK are read as RGB, and no space here has this model.
  case cmyk
  /// CIE L*a*b*; no space here has this model.
  case lab
  /// Any components; no space here has this model.
  case deviceN
  /// Indices of a palette; no space here has this model.
  case indexed
  /// A pattern; no space here has this model.
  case pattern
  /// CIE XYZ; no space here has this model.
  case XYZ
}

/// A colour space: the primaries, transfer function and range of component values. Immutable.
public final class CGColorSpace: Sendable {
  package let space: ColorSpace

  package init(_ space: ColorSpace) { self.space = space }

  /// Creates the space with a name such as `CGColorSpace.displayP3`. Returns nil if no space has this name.
  public convenience init?(name: String) {
    guard let space = ColorSpace.named(name) else { return nil }
    self.init(space)
  }

  /// Creates the space that an ICC profile describes.
  ///
  /// The result is a named space if the profile matches it. Otherwise it uses the profile's transfer functions and
  /// matrix, if they are exact, or else an interpolated table.
  ///
  /// Returns nil, with the reason in the log, if the bytes are no profile, or if the profile is neither grey nor RGB.
  public convenience init?(iccData: Data) {
    do {
      self.init(try ColorSpace(iccProfile: [UInt8](iccData)))
    } catch {
      RenderLog.process.note("CGColorSpace(iccData:): \(error)")
      return nil
    }
  }

  /// Returns an ICC profile: the one that the space was created from, or a new one. Returns nil for extended spaces,
  /// which ICC cannot describe.
  public func copyICCData() -> Data? {
    space.isExtended ? nil : (try? iccProfile(of: space, isGrey: space.model == .grey)).map { Data($0) }
  }

  /// The constant that names the space; nil for spaces that were read from a file.
  public var name: String? { space.coreGraphicsName }

  /// The model: `monochrome` or `rgb`.
  public var model: CGColorSpaceModel { space.model == .grey ? .monochrome : .rgb }

  /// The number of components without alpha.
  public var numberOfComponents: Int { space.model == .grey ? 1 : 3 }

  /// Whether values below 0 and above 1 are defined.
  public var isExtended: Bool { CGColorSpaceUsesExtendedRange(self) }

  /// Whether the gamut is clearly larger than that of sRGB.
  public var isWideGamutRGB: Bool {
    guard space.model != .grey else { return false }
    let inside = matrix(from: space, to: .sRGB).rowMajor
    return inside.contains { $0 < -0.02 || $0 > 1.02 }
  }

  /// Whether colours can be converted to this space. False for profiles of scanners and cameras that only define the
  /// conversion from device values to colours.
  public var supportsOutput: Bool { space.table?.encodes ?? true }
}

extension CGColorSpace: Hashable, CustomStringConvertible {
  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool { a.space == b.space }
  public func hash(into hasher: inout Hasher) { hasher.combine(space.name) }
  public var description: String { "CGColorSpace \(space.name)" }
}

/// Returns sRGB, which replaces the profile of an uncalibrated device.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(.sRGB) }

/// Returns grey with a gamma of 2.2.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(.genericGrayGamma2_2) }

/// Returns whether values of the space below 0 and above 1 are defined.
public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.space.isExtended }

extension CGColorSpace {
  /// The name of sRGB (IEC 61966-2-1), 0...1.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// sRGB with its transfer function continued below 0 and above 1.
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  /// Linear light with sRGB's primaries, 0...1.
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  /// Linear light with sRGB's primaries, unbounded: the default working space of filters.
  public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
  /// The primaries of DCI-P3 with the white point D65 and sRGB's transfer function, 0...1.
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  /// Display P3 with its transfer function continued below 0 and above 1.
  public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
  /// Linear light with Display P3's primaries, 0...1.
  public static let linearDisplayP3 = "kCGColorSpaceLinearDisplayP3"
  /// Linear light with Display P3's primaries, unbounded.
  public static let extendedLinearDisplayP3 = "kCGColorSpaceExtendedLinearDisplayP3"
  /// Display P3's primaries with the transfer function of SMPTE ST 2084.
  public static let displayP3_PQ = "kCGColorSpaceDisplayP3_PQ"
  /// Display P3's primaries with the transfer function of hybrid log-gamma.
  public static let displayP3_HLG = "kCGColorSpaceDisplayP3_HLG"
  /// BT.709, as used by video.
  public static let itur_709 = "kCGColorSpaceITUR_709"
  /// BT.709's primaries with the transfer function of SMPTE ST 2084.
  public static let itur_709_PQ = "kCGColorSpaceITUR_709_PQ"
  /// BT.709's primaries with the transfer function of hybrid log-gamma.
  public static let itur_709_HLG = "kCGColorSpaceITUR_709_HLG"
  /// BT.2020, as used by video.
  public static let itur_2020 = "kCGColorSpaceITUR_2020"
  /// BT.2020's primaries with sRGB's transfer function.
  public static let itur_2020_sRGBGamma = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// BT.2020 with its transfer function continued below 0 and above 1.
  public static let extendedITUR_2020 = "kCGColorSpaceExtendedITUR_2020"
  /// Linear light with BT.2020's primaries, 0...1.
  public static let linearITUR_2020 = "kCGColorSpaceLinearITUR_2020"
  /// Linear light with BT.2020's primaries, unbounded.
  public static let extendedLinearITUR_2020 = "kCGColorSpaceExtendedLinearITUR_2020"
  /// BT.2100 with perceptual quantisation (SMPTE ST 2084): linear 1.0 is 203 cd/m².
  public static let itur_2100_PQ = "kCGColorSpaceITUR_2100_PQ"
  /// BT.2100 with hybrid log-gamma: the signal 0.75 is linear 1.0.
  public static let itur_2100_HLG = "kCGColorSpaceITUR_2100_HLG"
  /// Adobe RGB (1998).
  public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"
  /// DCI-P3 with the white point of digital cinema and a gamma of 2.6.
  public static let dcip3 = "kCGColorSpaceDCIP3"
  /// ROMM RGB, also called ProPhoto RGB.
  public static let rommrgb = "kCGColorSpaceROMMRGB"
  /// Linear light with the primaries of ACEScg.
  public static let acescgLinear = "kCGColorSpaceACESCGLinear"
  /// Linear light with the primaries of Generic RGB.
  public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
  /// Grey with a gamma of 2.2.
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
  /// Grey with a gamma of 2.2, continued below 0 and above 1.
  public static let extendedGray = "kCGColorSpaceExtendedGray"
  /// Linear grey, 0...1.
  public static let linearGray = "kCGColorSpaceLinearGray"
  /// Linear grey, unbounded.
  public static let extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
}
