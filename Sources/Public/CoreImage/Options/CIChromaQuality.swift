import PixelFormats

/// How chroma that is there for every second pixel is brought to every pixel, and back: by means of stored numbers.
public enum CIChromaQuality: String, Hashable, Sendable, CaseIterable {
  /// `video` where every step between planes and planes is about single pixels and chroma lies alike in both, `smooth`
  /// elsewhere. What is taken where nothing is said.
  case automatic
  /// Linear between neighbours, and back by a triangle of twice the width, as scalers do. For single images, and
  /// where the size changes.
  case exact
  /// Linear between neighbours, and back by the fewest numbers that stay in place. For blurs, warps, scaling.
  case smooth
  /// Each pixel takes its group's chroma, and the group gets the mean of its pixels: there and back is exact, however
  /// often. For changes of colour from planes to planes of the same size.
  case video

  /// Nil: which one is found when a recipe is rendered.
  var quality: ChromaQuality? {
    switch self {
    case .automatic: nil
    case .exact: .exact
    case .smooth: .smooth
    case .video: .video
    }
  }
}
