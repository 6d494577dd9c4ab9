/// How bright CISystemToneMap may show highlights.
public struct CIDynamicRangeOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// White is the brightest.
  public static let standard = CIDynamicRangeOption(rawValue: "standard")
  /// Highlights are shown, but less than the display could.
  public static let constrainedHigh = CIDynamicRangeOption(rawValue: "constrainedHigh")
  /// As bright as the display can.
  public static let high = CIDynamicRangeOption(rawValue: "high")
}

/// `CIDynamicRangeOption.standard`.
public let kCIDynamicRangeStandard = CIDynamicRangeOption.standard
/// `CIDynamicRangeOption.constrainedHigh`.
public let kCIDynamicRangeConstrainedHigh = CIDynamicRangeOption.constrainedHigh
/// `CIDynamicRangeOption.high`.
public let kCIDynamicRangeHigh = CIDynamicRangeOption.high
