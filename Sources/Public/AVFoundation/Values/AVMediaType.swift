/// What a track holds.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Images.
  public static let video = AVMediaType(rawValue: "vide")
  /// Sound.
  public static let audio = AVMediaType(rawValue: "soun")
  /// Text that is shown with images.
  public static let subtitle = AVMediaType(rawValue: "sbtl")
  /// What is none of the others.
  public static let metadata = AVMediaType(rawValue: "meta")
}
