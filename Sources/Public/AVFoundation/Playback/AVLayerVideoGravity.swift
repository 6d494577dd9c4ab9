/// How images lie in what shows them.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All of the image, as large as fits, in its shape.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// All of the view, in the image's shape; what does not fit is cut off.
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// All of the image in all of the view.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
