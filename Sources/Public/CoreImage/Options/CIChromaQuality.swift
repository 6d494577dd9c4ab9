import PixelFormats

/// The resampling of subsampled chroma to the resolution of luma and back.
public enum CIChromaQuality: String, Hashable, Sendable, CaseIterable {
  /// `video` if every step from planes to planes works on single pixels and the chroma siting is equal in both;
  /// `smooth` otherwise. The default.
  case automatic
  /// Linear interpolation between neighbours, and reduction by a triangle filter of twice the width, as in video
  /// scalers. For still images, and if the size changes.
  case exact
  /// Linear interpolation between neighbours, and reduction by the shortest filter that preserves the siting. For
  /// blurs, warps and scaling.
  case smooth
  /// Nearest-neighbour expansion, and reduction by the mean of a group's pixels. The round trip is lossless. For colour
  /// changes between buffers of the same size.
  case video

  /// The fixed quality; nil if it is chosen when a recipe is rendered.
  var quality: ChromaQuality? {
    switch self {
    case .automatic: nil
    case .exact: .exact
    case .smooth: .smooth
    case .video: .video
    }
  }
}
