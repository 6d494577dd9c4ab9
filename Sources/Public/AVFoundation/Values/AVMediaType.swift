/// The media type of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Video.
  public static let video = AVMediaType(rawValue: "vide")
  /// Audio.
  public static let audio = AVMediaType(rawValue: "soun")
  /// Text that is shown with video.
  public static let subtitle = AVMediaType(rawValue: "sbtl")
  /// Other data.
  public static let metadata = AVMediaType(rawValue: "meta")
}
