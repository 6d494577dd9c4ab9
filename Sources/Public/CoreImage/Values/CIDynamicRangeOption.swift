/// The dynamic range of CISystemToneMap's result.
public struct CIDynamicRangeOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Standard range: white is the maximum.
  public static let standard = CIDynamicRangeOption(rawValue: "standard")
  /// Extended range, limited below the display's maximum.
  public static let constrainedHigh = CIDynamicRangeOption(rawValue: "constrainedHigh")
  /// The display's maximum range.
  public static let high = CIDynamicRangeOption(rawValue: "high")
}

/// `CIDynamicRangeOption.standard`.
public let kCIDynamicRangeStandard = CIDynamicRangeOption.standard
/// `CIDynamicRangeOption.constrainedHigh`.
public let kCIDynamicRangeConstrainedHigh = CIDynamicRangeOption.constrainedHigh
/// `CIDynamicRangeOption.high`.
public let kCIDynamicRangeHigh = CIDynamicRangeOption.high
