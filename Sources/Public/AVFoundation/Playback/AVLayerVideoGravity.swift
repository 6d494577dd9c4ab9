/// The scaling of a frame in a view.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Fits the whole frame into the view and keeps its aspect ratio.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
  /// Fills the whole view and keeps the aspect ratio; parts of the frame are cropped.
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
  /// Stretches the frame to the view.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
