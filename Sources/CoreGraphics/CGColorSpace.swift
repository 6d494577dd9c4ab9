import Foundation
import ImageCodecs
import ImageColor
import ImageGraph

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Image's.

/// What kind of components a colour space has.
public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome, rgb, cmyk, lab, deviceN, indexed, pattern, XYZ
}

/// What the numbers of a picture mean: their primaries, their curve and their range. Immutable.
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

public func CGColorSpaceUsesExtendedRange(_ space: CGColorSpace) -> Bool { space.space.isExtended }

extension CGColorSpace {
  public static let sRGB = "kCGColorSpaceSRGB"
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"
  public static let linearSRGB = "kCGColorSpaceLinearSRGB"
  public static let extendedLinearSRGB = "kCGColorSpaceExtendedLinearSRGB"
  public static let displayP3 = "kCGColorSpaceDisplayP3"
  public static let extendedDisplayP3 = "kCGColorSpaceExtendedDisplayP3"
  public static let linearDisplayP3 = "kCGColorSpaceLinearDisplayP3"
  public static let extendedLinearDisplayP3 = "kCGColorSpaceExtendedLinearDisplayP3"
  public static let displayP3_PQ = "kCGColorSpaceDisplayP3_PQ"
  public static let displayP3_HLG = "kCGColorSpaceDisplayP3_HLG"
  public static let itur_709 = "kCGColorSpaceITUR_709"
  public static let itur_709_PQ = "kCGColorSpaceITUR_709_PQ"
  public static let itur_709_HLG = "kCGColorSpaceITUR_709_HLG"
  public static let itur_2020 = "kCGColorSpaceITUR_2020"
  public static let itur_2020_sRGBGamma = "kCGColorSpaceITUR_2020_sRGBGamma"
  public static let extendedITUR_2020 = "kCGColorSpaceExtendedITUR_2020"
  public static let linearITUR_2020 = "kCGColorSpaceLinearITUR_2020"
  public static let extendedLinearITUR_2020 = "kCGColorSpaceExtendedLinearITUR_2020"
  public static let itur_2100_PQ = "kCGColorSpaceITUR_2100_PQ"
  public static let itur_2100_HLG = "kCGColorSpaceITUR_2100_HLG"
  public static let adobeRGB1998 = "kCGColorSpaceAdobeRGB1998"
  public static let dcip3 = "kCGColorSpaceDCIP3"
  public static let rommrgb = "kCGColorSpaceROMMRGB"
  public static let acescgLinear = "kCGColorSpaceACESCGLinear"
  public static let genericRGBLinear = "kCGColorSpaceGenericRGBLinear"
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"
  public static let extendedGray = "kCGColorSpaceExtendedGray"
  public static let linearGray = "kCGColorSpaceLinearGray"
  public static let extendedLinearGray = "kCGColorSpaceExtendedLinearGray"
}
